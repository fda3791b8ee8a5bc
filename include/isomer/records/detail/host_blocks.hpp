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

/// Visits a block all of whose records are visited. The inner loop has a constant length, without
/// which GCC does not vectorise at -O2.
template <class Span, class I, class Body>
ISOMER_FLAT void visit_block(Span const& records, I block, Body const& given) {
  Span const all = records;  // copies, which no store can change
  Body const body = given;
  constexpr I most = static_cast<I>(Span::At::window);
  for (I index = 0; index < host_block / most; ++index) {
    RecordWindow<Span, I> const window(all, block, index);
    I const first = window.first();
    ISOMER_INDEPENDENT
    for (I k = 0; k < most; ++k) body(window, first + k);
  }
}

/// Which records of a window are visited. `position`, the window's, and `end` are counted from the
/// first record of the first block.
template <class I>
struct WindowRange {
  template <class Span>
  KOKKOS_FORCEINLINE_FUNCTION WindowRange(Span const& all, I position, I last) {
    constexpr I most = static_cast<I>(Span::At::window);
    I const lead = static_cast<I>(all.lead());
    begin = std::min<I>(most, lead - std::min(position, lead));
    end = std::min<I>(most, last - std::min(position, last));
  }
  I begin;
  I end;
};

/// Visits the first or the last block: its records before `end`.
template <class Span, class I, class Body>
ISOMER_FLAT void visit_rest(Span const& records, I block, I end, Body const& given) {
  Span const all = records;
  Body const body = given;
  constexpr I most = static_cast<I>(Span::At::window);
  I const last = std::min<I>(end, (block + 1) * host_block);
  for (I index = 0; block * host_block + index * most < last; ++index) {
    RecordWindow<Span, I> const window(all, block, index);
    I const first = window.first();
    WindowRange<I> const range(all, block * host_block + index * most, last);
    ISOMER_INDEPENDENT
    for (I k = range.begin; k < range.end; ++k) body(window, first + k);
  }
}

/// Visits the records before `last` of the blocks [begin, end) with one copy of the body.
template <class Span, class I, class Body>
ISOMER_FLAT void visit_share(Span const& records, I begin, I end, I last, Body const& given) {
  Span const all = records;
  Body const body = given;
  constexpr I most = static_cast<I>(Span::At::window);
  I const lead = static_cast<I>(all.lead());
  for (I block = begin; block < end; ++block) {
    for (I index = 0; index < host_block / most; ++index) {
      RecordWindow<Span, I> const window(all, block, index);
      I const first = window.first();
      I const position = block * host_block + index * most;
      if (position >= lead && position + most <= last) {
        ISOMER_INDEPENDENT
        for (I k = 0; k < most; ++k) body(window, first + k);
        continue;
      }
      WindowRange<I> const range(all, position, last);
      ISOMER_INDEPENDENT
      for (I k = range.begin; k < range.end; ++k) body(window, first + k);
    }
  }
}

}  // namespace isomer::detail

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
