// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Complex.hpp>
#include <Kokkos_Macros.hpp>

#include <isomer/detail/problem.hpp>

#include "team/team.hpp"
#include "tile/warp/halves.hpp"

/// alpha op(x) + beta y for one element in registers.
namespace isomer::tile::warp {

using detail::Scalar;

/// The factors as a kernel argument.
struct Factors {
  alignas(16) unsigned char alpha[16];
  alignas(16) unsigned char beta[16];
  Scalar scalar;
  bool reads_dst;
  bool conjugate;
};

namespace impl {

template <class To, class From>
KOKKOS_INLINE_FUNCTION To bits_as(From const& from) {
  To to;
  __builtin_memcpy(static_cast<void*>(&to), &from, sizeof to);
  return to;
}

/// A factor that is a real number leaves the parts apart: those of infinities stay numbers.
template <class Real>
KOKKOS_INLINE_FUNCTION Kokkos::complex<Real> product(Kokkos::complex<Real> a,
                                                     Kokkos::complex<Real> b) {
  Real real = a.real() * b.real();
  Real imag = a.real() * b.imag();
  if (a.imag() != 0) {
    real -= a.imag() * b.imag();
    imag += a.imag() * b.real();
  }
  return {real, imag};
}

template <class T>
KOKKOS_INLINE_FUNCTION T product(T a, T b) {
  // Unsigned short would be multiplied as int, which overflows.
  if constexpr (sizeof(T) < sizeof(unsigned))
    return static_cast<T>(static_cast<unsigned>(a) * static_cast<unsigned>(b));
  else return a * b;
}

/// Each result is rounded, as on a host.
template <class H>
KOKKOS_INLINE_FUNCTION std::uint16_t scaled_half(Factors const& factors, std::uint16_t x,
                                                 std::uint16_t y) {
  auto const product_of = [](unsigned char const* factor, std::uint16_t bits) {
    H half;
    __builtin_memcpy(&half, factor, sizeof half);
    return widened(narrowed<H>(widened(half) * widened(H{bits})));
  };
  float const result = product_of(factors.alpha, x);
  if (!factors.reads_dst) return narrowed<H>(result).bits;
  return narrowed<H>(result + product_of(factors.beta, y)).bits;
}

template <class T, int W>
KOKKOS_INLINE_FUNCTION team::Word<W> scaled_as(Factors const& factors, team::Word<W> x,
                                               team::Word<W> y) {
  static_assert(sizeof(T) == W);
  T value = bits_as<T>(x);
  if constexpr (requires(T z) { z.imag(); }) {
    if (factors.conjugate) value = Kokkos::conj(value);
  }
  T result = product(bits_as<T>(factors.alpha), value);
  if (factors.reads_dst)
    result = static_cast<T>(result + product(bits_as<T>(factors.beta), bits_as<T>(y)));
  return bits_as<team::Word<W>>(result);
}

}  // namespace impl

/// Of any type but halves. Signed integers wrap like unsigned ones. `y` is what the destination
/// holds, where it is read.
template <int W>
KOKKOS_INLINE_FUNCTION team::Word<W> scaled(Factors const& factors, team::Word<W> x,
                                            team::Word<W> y) {
  if constexpr (W == 1) {
    return impl::scaled_as<std::uint8_t, W>(factors, x, y);
  } else if constexpr (W == 2) {
    return impl::scaled_as<std::uint16_t, W>(factors, x, y);
  } else if constexpr (W == 4) {
    if (factors.scalar == Scalar::f32) return impl::scaled_as<float, W>(factors, x, y);
    return impl::scaled_as<std::uint32_t, W>(factors, x, y);
  } else if constexpr (W == 8) {
    if (factors.scalar == Scalar::f64) return impl::scaled_as<double, W>(factors, x, y);
    if (factors.scalar == Scalar::c64)
      return impl::scaled_as<Kokkos::complex<float>, W>(factors, x, y);
    return impl::scaled_as<std::uint64_t, W>(factors, x, y);
  } else {
    return impl::scaled_as<Kokkos::complex<double>, W>(factors, x, y);
  }
}

/// Of any type. Halves are computed by integers, which is too much for the unrolled loops of tiles.
template <int W>
KOKKOS_INLINE_FUNCTION team::Word<W> scaled_element(Factors const& factors, team::Word<W> x,
                                                    team::Word<W> y) {
  if constexpr (W == 2) {
    if (factors.scalar == Scalar::f16) return impl::scaled_half<Half>(factors, x, y);
    if (factors.scalar == Scalar::bf16) return impl::scaled_half<Bhalf>(factors, x, y);
  }
  return scaled<W>(factors, x, y);
}

}  // namespace isomer::tile::warp
