// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records/detail/span.hpp>

/// The promise that iterations are independent. Clang must also be kept from unrolling a loop over
/// a small tile before it looks for vectors.
#if defined(__clang__)
#define ISOMER_INDEPENDENT _Pragma("clang loop vectorize(assume_safety) unroll(disable)")
#elif defined(__GNUC__)
#define ISOMER_INDEPENDENT _Pragma("GCC ivdep")
#else
#define ISOMER_INDEPENDENT
#endif

/// Everything that such a function calls becomes part of it: a body that stays a call of its own
/// keeps its loop scalar. `noipa`: where fields of several sizes are stepped by one counter, GCC 12
/// takes a loop that only stores for one without effect, and would drop the call. Aligned, because
/// the same loop takes up to 4 % longer where its instructions are spread over one more line.
#if defined(__clang__)
#define ISOMER_FLAT [[gnu::flatten, gnu::noinline, gnu::aligned(64)]]
#elif defined(__GNUC__)
#define ISOMER_FLAT [[gnu::flatten, gnu::noipa, gnu::aligned(64)]]
#else
#define ISOMER_FLAT
#endif

#if defined(__clang__)
// A body whose loop stays scalar is no mistake of its author.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

namespace isomer::detail {

/// Visits records [block * host_block, (block + 1) * host_block). The inner loop has a constant
/// length, without which GCC does not vectorise at -O2.
template <class T, class A, class I, class Body>
ISOMER_FLAT void visit_block(RecordSpan<T, A> const& records, I block, Body const& given) {
  RecordSpan<T, A> const all = records;  // copies, which no store can change
  Body const body = given;
  constexpr I most = static_cast<I>(Addresses<std::remove_const_t<T>, A>::window);
  for (I index = 0; index < host_block / most; ++index) {
    RecordWindow<T, A, I> const window(all, block, index);
    I const first = window.first();
    ISOMER_INDEPENDENT
    for (I k = 0; k < most; ++k) body(window, first + k);
  }
}

/// Visits the last block, up to record `end`.
template <class T, class A, class I, class Body>
ISOMER_FLAT void visit_rest(RecordSpan<T, A> const& records, I block, I end, Body const& given) {
  RecordSpan<T, A> const all = records;
  Body const body = given;
  constexpr I most = static_cast<I>(Addresses<std::remove_const_t<T>, A>::window);
  for (I index = 0; block * host_block + index * most < end; ++index) {
    RecordWindow<T, A, I> const window(all, block, index);
    I const first = window.first();
    I const count = std::min(most, end - first);
    ISOMER_INDEPENDENT
    for (I k = 0; k < count; ++k) body(window, first + k);
  }
}

/// Visits the blocks [begin, end) of `size` records with one copy of the body.
template <class T, class A, class I, class Body>
ISOMER_FLAT void visit_share(RecordSpan<T, A> const& records, I begin, I end, I size,
                             Body const& given) {
  RecordSpan<T, A> const all = records;
  Body const body = given;
  constexpr I most = static_cast<I>(Addresses<std::remove_const_t<T>, A>::window);
  for (I block = begin; block < end; ++block) {
    for (I index = 0; index < host_block / most; ++index) {
      RecordWindow<T, A, I> const window(all, block, index);
      I const first = window.first();
      if (first + most > size) {
        ISOMER_INDEPENDENT
        for (I k = first; k < size; ++k) body(window, k);
        return;
      }
      ISOMER_INDEPENDENT
      for (I k = 0; k < most; ++k) body(window, first + k);
    }
  }
}

}  // namespace isomer::detail

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
