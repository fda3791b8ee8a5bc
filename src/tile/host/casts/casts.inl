// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The casts between all kinds of elements, a loop for each pair, as static_cast does it. Compiled
// once for an instruction set. All names live in an anonymous namespace: every instruction set gets
// copies of its own.

#include "tile/host/halves.inl"
#include "tile/host/job.hpp"

namespace {

using isomer::tile::CastRow;

struct Boolean {
  unsigned char bits;
};

template <class Real>
struct Complex {
  Real re;
  Real im;
};

template <class To>
struct CastTo {
  template <class From>
  static To of(From from) {
    return static_cast<To>(from);
  }
  static To of(Half from) { return of(widened(from)); }
  static To of(Bhalf from) { return of(widened(from)); }
};

template <>
struct CastTo<Boolean> {
  template <class From>
  static Boolean of(From from) {
    return {static_cast<unsigned char>(from != From{} ? 1 : 0)};
  }
  static Boolean of(Half from) { return of(widened(from)); }
  static Boolean of(Bhalf from) { return of(widened(from)); }
};

/// From floats, as all else is first: what Kokkos does on a host.
template <class To>
struct CastToHalf {
  template <class From>
  static To of(From from) {
    return narrowed<To>(CastTo<float>::of(from));
  }
};
template <>
struct CastTo<Half> : CastToHalf<Half> {};
template <>
struct CastTo<Bhalf> : CastToHalf<Bhalf> {};

template <class Real>
struct CastTo<Complex<Real>> {
  template <class From>
  static Complex<Real> of(From from) {
    return {CastTo<Real>::of(from), Real{}};
  }
  template <class Other>
  static Complex<Real> of(Complex<Other> from) {
    return {static_cast<Real>(from.re), static_cast<Real>(from.im)};
  }
};

template <class To, class From>
void cast_elements(char* __restrict to, char const* __restrict from, long long count) {
  for (long long k = 0; k < count; ++k) {
    From source;
    __builtin_memcpy(&source, from + k * static_cast<long long>(sizeof(From)), sizeof(From));
    To const result = CastTo<To>::of(source);
    __builtin_memcpy(to + k * static_cast<long long>(sizeof(To)), &result, sizeof(To));
  }
}

// Numbers of isomer::detail::Scalar.

template <class To>
CastRow from_real(int from) {
  switch (from) {
    case 1: return cast_elements<To, signed char>;
    case 2: return cast_elements<To, unsigned char>;
    case 3: return cast_elements<To, short>;
    case 4: return cast_elements<To, unsigned short>;
    case 5: return cast_elements<To, int>;
    case 6: return cast_elements<To, unsigned>;
    case 7: return cast_elements<To, long long>;
    case 8: return cast_elements<To, unsigned long long>;
    case 9: return cast_elements<To, float>;
    case 10: return cast_elements<To, double>;
    case 11: return cast_elements<To, long double>;
    case 14: return cast_elements<To, Half>;
    case 15: return cast_elements<To, Bhalf>;
    default: return nullptr;
  }
}

template <class Real>
CastRow to_complex(int from) {
  if (from == 12) return cast_elements<Complex<Real>, Complex<float>>;
  if (from == 13) return cast_elements<Complex<Real>, Complex<double>>;
  return from_real<Complex<Real>>(from);
}

CastRow cast_row(int from, int to) {
  switch (to) {
    case 1: return from_real<signed char>(from);
    case 2: return from_real<unsigned char>(from);
    case 3: return from_real<short>(from);
    case 4: return from_real<unsigned short>(from);
    case 5: return from_real<int>(from);
    case 6: return from_real<unsigned>(from);
    case 7: return from_real<long long>(from);
    case 8: return from_real<unsigned long long>(from);
    case 9: return from_real<float>(from);
    case 10: return from_real<double>(from);
    case 11: return from_real<long double>(from);
    case 12: return to_complex<float>(from);
    case 13: return to_complex<double>(from);
    case 14: return from_real<Half>(from);
    case 15: return from_real<Bhalf>(from);
    case 16: return from_real<Boolean>(from);
    default: return nullptr;
  }
}

}  // namespace
