// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <type_traits>

#include <Kokkos_Core.hpp>

/// Numbers to be cast, whose cast to another type is defined.
namespace isomer::test {

template <class T>
inline constexpr bool is_complex_v = requires(T z) {
  z.imag();
};

/// Whether elements of one type are cast to those of the other at all.
template <class To, class From>
inline constexpr bool is_cast_v = is_complex_v<To> || !is_complex_v<From>;

template <class To>
struct RealOf {
  using type = To;
};
template <class Real>
struct RealOf<Kokkos::complex<Real>> {
  using type = Real;
};

/// Any bits of an integer, for integers wrap and every number holds them about; of a number with a
/// fraction what an integer has room for, or else one of many magnitudes.
template <class To, class From, class Random>
From castable(Random& random) {
  using Target = typename RealOf<To>::type;
  if constexpr (is_complex_v<From>) {
    using Real = typename RealOf<From>::type;
    Real const re = castable<Target, Real>(random);
    return From(re, castable<Target, Real>(random));
  } else if constexpr (std::is_same_v<From, bool>) {
    return random() % 2 == 1;
  } else if constexpr (std::is_integral_v<From>) {
    auto const high = static_cast<std::uint64_t>(random()) << 32U;
    return static_cast<From>(high ^ static_cast<std::uint64_t>(random()));
  } else if constexpr (std::is_same_v<Target, bool>) {
    return static_cast<From>(random() % 3) / 2;
  } else if constexpr (std::is_integral_v<Target>) {
    auto const whole = static_cast<int>(random() % 101);
    From const value = static_cast<From>(whole) + static_cast<From>(random() % 256) / 256;
    return std::is_signed_v<Target> && random() % 2 == 1 ? -value : value;
  } else {
    From const fraction = 1 + static_cast<From>(random() % 16777216) / 16777216;
    int const power = static_cast<int>(random() % 41) - 20;
    From const value = std::ldexp(fraction, power);
    return random() % 2 == 1 ? -value : value;
  }
}

template <class To, class From>
To cast_naively(From const& from) {
  if constexpr (is_complex_v<To> && !is_complex_v<From>)
    return To(static_cast<typename RealOf<To>::type>(from));
  else return static_cast<To>(from);
}

/// Of a long double's 16 bytes 6 are padding, which arithmetic need not keep: they become 0.
template <class T>
void clear_padding(std::byte* element) {
  if constexpr (std::is_same_v<T, long double>) std::memset(element + 10, 0, sizeof(T) - 10);
}

}  // namespace isomer::test
