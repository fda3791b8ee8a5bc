// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

/// Arithmetic that the programs share. Without branches and calls, which compilers put into no
/// vectors; the functions of the C library set errno.
namespace programs {

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

/// From 0 up to 1, of the upper bits.
KOKKOS_INLINE_FUNCTION float fraction(std::uint32_t random) {
  return static_cast<float>(static_cast<std::int32_t>(random >> 8)) * 0x1p-24F;
}

/// Member k of record i, in [least, most).
KOKKOS_INLINE_FUNCTION float random_between(int i, int k, float least, float most) {
  auto const seed = static_cast<std::uint32_t>(i) * 16 + static_cast<std::uint32_t>(k);
  return least + (most - least) * fraction(hash(seed));
}

/// 1 / sqrt(x) of a positive x: three steps of Newton's method.
KOKKOS_INLINE_FUNCTION float inverse_root(float x) {
  float y = bits_as<float>(0x5f3759df - (bits_as<std::int32_t>(x) >> 1));
  y = y * (1.5F - 0.5F * x * y * y);
  y = y * (1.5F - 0.5F * x * y * y);
  return y * (1.5F - 0.5F * x * y * y);
}

/// e to the x, |x| below 87: 2^n by the exponent's bits, the rest by its series.
KOKKOS_INLINE_FUNCTION float exponential(float x) {
  constexpr float rounder = 0x1.8p23F;
  float const shifted = x * 1.44269504F + rounder;
  float const n = shifted - rounder;
  float const r = x - n * 0.693359375F + n * 2.12194440e-4F;
  float const tail = 1.F / 6 + r * (1.F / 24 + r * (1.F / 120 + r * (1.F / 720)));
  float const series = 1 + r * (1 + r * (0.5F + r * tail));
  auto const power = (bits_as<std::uint32_t>(shifted) << 23) + 0x3f800000U;
  return series * bits_as<float>(power);
}

/// The same of doubles, |x| below 708.
KOKKOS_INLINE_FUNCTION double exponential(double x) {
  constexpr double rounder = 0x1.8p52;
  double const shifted = x * 1.4426950408889634 + rounder;
  double const n = shifted - rounder;
  double const r = x - n * 0.69314718036912382 - n * 1.9082149292705877e-10;
  double series = 1.0 / 39916800;
  series = 1.0 / 3628800 + r * series;
  series = 1.0 / 362880 + r * series;
  series = 1.0 / 40320 + r * series;
  series = 1.0 / 5040 + r * series;
  series = 1.0 / 720 + r * series;
  series = 1.0 / 120 + r * series;
  series = 1.0 / 24 + r * series;
  series = 1.0 / 6 + r * series;
  series = 1 + r * (1 + r * (0.5 + r * series));
  auto const power = (bits_as<std::uint64_t>(shifted) << 52) + 0x3ff0000000000000ULL;
  return series * bits_as<double>(power);
}

/// The natural logarithm of a positive normal x: its exponent and a series around 1.
KOKKOS_INLINE_FUNCTION float logarithm(float x) {
  auto const bits = bits_as<std::int32_t>(x);
  std::int32_t const exponent = (bits - 0x3f3504f3) >> 23;
  float const m = bits_as<float>(bits - exponent * (1 << 23));
  float const f = (m - 1) / (m + 1);
  float const g = f * f;
  float const series = 2 * f * (1 + g * (1.F / 3 + g * (1.F / 5 + g * (1.F / 7 + g * (1.F / 9)))));
  return static_cast<float>(exponent) * 0.69314718F + series;
}

/// How likely a normally distributed number is below x (Abramowitz and Stegun, 26.2.17). Sizes and
/// signs by bits: a choice between results of arithmetic might become a branch.
KOKKOS_INLINE_FUNCTION float normal_distribution(float x) {
  auto const bits = bits_as<std::uint32_t>(x);
  float const size = bits_as<float>(bits & 0x7fffffffU);
  float const k = 1 / (1 + 0.2316419F * size);
  constexpr auto most = bits_as<std::int32_t>(80.F);
  auto const half = bits_as<std::int32_t>(0.5F * x * x);
  float const density = 0.39894228F * exponential(-bits_as<float>(half < most ? half : most));
  float const polynomial =
      k * (0.31938153F +
           k * (-0.356563782F + k * (1.781477937F + k * (-1.821255978F + k * 1.330274429F))));
  float const from_middle = 0.5F - density * polynomial;
  return 0.5F + bits_as<float>(bits_as<std::uint32_t>(from_middle) ^ (bits & 0x80000000U));
}

}  // namespace programs
