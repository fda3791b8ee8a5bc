// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <isomer/records.hpp>

/// Arithmetic that the programs share. Without branches and calls, which compilers put into no
/// vectors; the functions of the C library set errno. Most of it works on one number and on a
/// vector of them alike.
namespace programs {

/// Numbers with as many bits as F has, and as many of them.
template <class F>
struct Alike;
template <>
struct Alike<float> {
  using Int = std::int32_t;
  using Unsigned = std::uint32_t;
};
template <>
struct Alike<double> {
  using Int = std::int64_t;
  using Unsigned = std::uint64_t;
};
template <class F>
using IntAlike = typename Alike<F>::Int;
template <class F>
using UnsignedAlike = typename Alike<F>::Unsigned;
#if defined(ISOMER_HAS_VECTORS)
template <class F, int W>
struct Alike<isomer::vec<F, W>> {
  using Int = isomer::vec<IntAlike<F>, W>;
  using Unsigned = isomer::vec<UnsignedAlike<F>, W>;
};
#endif

/// A value of the same bits. Unlike the functions of that kind it is no call, also on devices.
template <class To, class From>
KOKKOS_FORCEINLINE_FUNCTION constexpr To bits_as(From value) {
  return __builtin_bit_cast(To, value);
}

/// A number that looks random, from an index: the data of all programs.
KOKKOS_INLINE_FUNCTION std::uint32_t hash(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352dU;
  x = (x ^ (x >> 15)) * 0x846ca68bU;
  return x ^ (x >> 16);
}

/// From 0 up to 1, of the upper bits of 32.
template <class F = float, class U>
KOKKOS_INLINE_FUNCTION F fraction(U const& random) {
  return static_cast<F>(static_cast<IntAlike<F>>(random >> 8)) * 0x1p-24F;
}

/// Member k of record i, in [least, most).
KOKKOS_INLINE_FUNCTION float random_between(int i, int k, float least, float most) {
  auto const seed = static_cast<std::uint32_t>(i) * 16 + static_cast<std::uint32_t>(k);
  return least + (most - least) * fraction(hash(seed));
}

/// The smaller of two, not by a branch.
template <class I>
KOKKOS_FORCEINLINE_FUNCTION I smaller(I const& a, I const& b) {
  if constexpr (std::is_arithmetic_v<I>) return a < b ? a : b;
  else return select(a < b, a, b);
}

/// 1 / sqrt(x) of a positive x: three steps of Newton's method.
template <class F>
KOKKOS_INLINE_FUNCTION F inverse_root(F const& x) {
  F y = bits_as<F>(0x5f3759df - (bits_as<IntAlike<F>>(x) >> 1));
  y = y * (1.5F - 0.5F * x * y * y);
  y = y * (1.5F - 0.5F * x * y * y);
  return y * (1.5F - 0.5F * x * y * y);
}

/// e to the x, |x| below 87: 2^n by the exponent's bits, the rest by its series.
template <class F>
KOKKOS_INLINE_FUNCTION F exponential(F const& x) {
  constexpr float rounder = 0x1.8p23F;
  F const shifted = x * 1.44269504F + rounder;
  F const n = shifted - rounder;
  F const r = x - n * 0.693359375F + n * 2.12194440e-4F;
  F const tail = 1.F / 6 + r * (1.F / 24 + r * (1.F / 120 + r * (1.F / 720)));
  F const series = 1.F + r * (1.F + r * (0.5F + r * tail));
  auto const power = (bits_as<UnsignedAlike<F>>(shifted) << 23) + 0x3f800000U;
  return series * bits_as<F>(power);
}

/// The same of doubles, |x| below 708.
template <class F>
KOKKOS_INLINE_FUNCTION F exponential_of_doubles(F const& x) {
  constexpr double rounder = 0x1.8p52;
  F const shifted = x * 1.4426950408889634 + rounder;
  F const n = shifted - rounder;
  F const r = x - n * 0.69314718036912382 - n * 1.9082149292705877e-10;
  F series = 1.0 / 39916800;
  series = 1.0 / 3628800 + r * series;
  series = 1.0 / 362880 + r * series;
  series = 1.0 / 40320 + r * series;
  series = 1.0 / 5040 + r * series;
  series = 1.0 / 720 + r * series;
  series = 1.0 / 120 + r * series;
  series = 1.0 / 24 + r * series;
  series = 1.0 / 6 + r * series;
  series = 1.0 + r * (1.0 + r * (0.5 + r * series));
  auto const power = (bits_as<UnsignedAlike<F>>(shifted) << 52) + 0x3ff0000000000000ULL;
  return series * bits_as<F>(power);
}

/// The natural logarithm of a positive normal x: its exponent and a series around 1.
template <class F>
KOKKOS_INLINE_FUNCTION F logarithm(F const& x) {
  auto const bits = bits_as<IntAlike<F>>(x);
  IntAlike<F> const exponent = (bits - 0x3f3504f3) >> 23;
  F const m = bits_as<F>(bits - exponent * (1 << 23));
  F const f = (m - 1.F) / (m + 1.F);
  F const g = f * f;
  F const series = 2.F * f * (1.F + g * (1.F / 3 + g * (1.F / 5 + g * (1.F / 7 + g * (1.F / 9)))));
  return static_cast<F>(exponent) * 0.69314718F + series;
}

/// How likely a normally distributed number is below x (Abramowitz and Stegun, 26.2.17). Sizes and
/// signs by bits: a choice between results of arithmetic might become a branch.
template <class F>
KOKKOS_INLINE_FUNCTION F normal_distribution(F const& x) {
  auto const bits = bits_as<UnsignedAlike<F>>(x);
  F const size = bits_as<F>(bits & 0x7fffffffU);
  F const k = 1.F / (1.F + 0.2316419F * size);
  IntAlike<F> const most = bits_as<std::int32_t>(80.F);
  auto const half = bits_as<IntAlike<F>>(F(0.5F * x * x));
  F const density = 0.39894228F * exponential(-bits_as<F>(smaller(half, most)));
  F const polynomial =
      k * (0.31938153F +
           k * (-0.356563782F + k * (1.781477937F + k * (-1.821255978F + k * 1.330274429F))));
  F const from_middle = 0.5F - density * polynomial;
  return 0.5F + bits_as<F>(bits_as<UnsignedAlike<F>>(from_middle) ^ (bits & 0x80000000U));
}

}  // namespace programs
