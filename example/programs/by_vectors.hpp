// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <isomer/records.hpp>

/// What programs need to write a kernel for one record and for a vector of records alike. nvcc has
/// no vectors of records.
namespace programs {

#if defined(ISOMER_HAS_VECTORS)
constexpr int width = 8;  ///< records of a vector

template <class F, int W>
struct LanesOf {
  using type = isomer::vec<F, W>;
};
#else
template <class F, int W>
struct LanesOf;
#endif
template <class F>
struct LanesOf<F, 1> {
  using type = F;
};
/// W numbers: a vector, or the number itself.
template <class F, int W>
using Lanes = typename LanesOf<F, W>::type;

/// 1 where it is true, else 0.
KOKKOS_FORCEINLINE_FUNCTION int one_if(bool is) { return is ? 1 : 0; }
/// `a` where it is true, else `b`.
template <class I>
KOKKOS_FORCEINLINE_FUNCTION I chosen(bool is, I a, I b) {
  return is ? a : b;
}

#if defined(ISOMER_HAS_VECTORS)
template <int W>
KOKKOS_FORCEINLINE_FUNCTION isomer::vec<std::uint8_t, W> one_if(isomer::vec_mask<1, W> const& is) {
  return select(is, isomer::vec<std::uint8_t, W>(1), isomer::vec<std::uint8_t, W>(0));
}
/// The mask is of numbers of four bytes, whatever is chosen.
template <class I, int W>
KOKKOS_FORCEINLINE_FUNCTION isomer::vec<I, W> chosen(isomer::vec_mask<4, W> const& is,
                                                     isomer::vec<I, W> const& a,
                                                     isomer::vec<I, W> const& b) {
  using Ints = isomer::vec<std::int32_t, W>;
  return static_cast<isomer::vec<I, W>>(select(is, static_cast<Ints>(a), static_cast<Ints>(b)));
}

/// Runs a kernel on AoS records as they lie, `width` at a time: `body.of<W>(record)` changes one
/// record, or a vector of W.
template <class Exec, class View, class Body>
void for_each_vector(char const* label, Exec const& exec, View const& records, Body const& body) {
  constexpr int block = 256;
  int const count = static_cast<int>(records.size());
  Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec>(exec, 0, (count + block - 1) / block),
                       [=](int b) {
                         int const end = std::min(count, (b + 1) * block);
                         int i = b * block;
                         for (; i + width <= end; i += width) {
                           auto several = isomer::simd_load<width>(records, i);
                           body.template of<width>(several);
                           isomer::simd_store(records, i, several);
                         }
                         for (; i < end; ++i) {
                           auto one = records(i);
                           body.template of<1>(one);
                         }
                       });
}
#endif

}  // namespace programs
