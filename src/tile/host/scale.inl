// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Arithmetic on what is moved: alpha, beta and conjugation.
// For any `Isa` (tile/host/kernels.inl).

#include "tile/host/halves.inl"
#include "tile/host/job.hpp"

namespace {

using isomer::tile::Scale;

struct Yes {
  static constexpr bool value = true;
};
struct No {
  static constexpr bool value = false;
};

/// A complex number as two reals: kept apart from the library types, whose inline functions could
/// be shared with other instruction sets.
template <class Real>
struct Complex {
  Real re;
  Real im;
};
template <class Real>
inline Complex<Real> operator*(Complex<Real> a, Complex<Real> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
/// By the parts: those of infinities stay numbers.
template <class Real>
inline Complex<Real> operator*(Real a, Complex<Real> b) {
  return {a * b.re, a * b.im};
}
template <class Real>
inline Complex<Real> operator+(Complex<Real> a, Complex<Real> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class T>
inline T conjugated(T value) {
  return value;
}
template <class Real>
inline Complex<Real> conjugated(Complex<Real> z) {
  return {z.re, -z.im};
}

template <class Factor, class T>
inline T product(Factor a, T b) {
  return a * b;
}
/// Unsigned short would be multiplied as int, which overflows.
inline unsigned short product(unsigned short a, unsigned short b) {
  return static_cast<unsigned short>(static_cast<unsigned>(a) * static_cast<unsigned>(b));
}
inline unsigned char product(unsigned char a, unsigned char b) {
  return static_cast<unsigned char>(static_cast<unsigned>(a) * static_cast<unsigned>(b));
}

inline Half product(Half a, Half b) { return narrowed<Half>(widened(a) * widened(b)); }
inline Bhalf product(Bhalf a, Bhalf b) { return narrowed<Bhalf>(widened(a) * widened(b)); }

/// Whether both factors of complex elements are real numbers.
template <class Real>
inline bool has_real_factors(Scale const& scale) {
  Complex<Real> alpha;
  Complex<Real> beta;
  __builtin_memcpy(&alpha, scale.alpha, sizeof alpha);
  __builtin_memcpy(&beta, scale.beta, sizeof beta);
  return alpha.im == 0 && beta.im == 0;
}

/// Real factors of complex elements are the first halves of theirs.
template <class T, class Factor, bool Reads, bool Conjugate>
inline void scale_loop(char* dst, long long dst_step, char const* src, long long src_step,
                       long long count, Scale const& scale) {
  Factor alpha;
  Factor beta;
  __builtin_memcpy(&alpha, scale.alpha, sizeof(Factor));
  __builtin_memcpy(&beta, scale.beta, sizeof(Factor));
  for (long long k = 0; k < count; ++k) {
    T value;
    __builtin_memcpy(&value, src + k * src_step, sizeof(T));
    value = product(alpha, Conjugate ? conjugated(value) : value);
    if constexpr (Reads) {
      T old;
      __builtin_memcpy(&old, dst + k * dst_step, sizeof(T));
      value = static_cast<T>(value + product(beta, old));
    }
    __builtin_memcpy(dst + k * dst_step, &value, sizeof(T));
  }
}

template <class T, class Factor = T>
void scale_any(char* dst, long long dst_step, char const* src, long long src_step, long long count,
               Scale const& scale) {
  // Constant steps let the compiler vectorise the usual case.
  constexpr auto packed = static_cast<long long>(sizeof(T));
  auto const loop = [&](auto reads, auto conjugate) {
    constexpr bool r = decltype(reads)::value;
    constexpr bool c = decltype(conjugate)::value;
    if (dst_step == packed && src_step == packed)
      scale_loop<T, Factor, r, c>(dst, packed, src, packed, count, scale);
    else
      scale_loop<T, Factor, r, c>(dst, dst_step, src, src_step, count, scale);
  };
  if (scale.reads_dst) {
    if (scale.conjugate) loop(Yes{}, Yes{});
    else loop(Yes{}, No{});
  } else {
    if (scale.conjugate) loop(No{}, Yes{});
    else loop(No{}, No{});
  }
}

template <class Real>
void scale_complex(char* dst, long long dst_step, char const* src, long long src_step,
                   long long count, Scale const& scale) {
  if (has_real_factors<Real>(scale))
    return scale_any<Complex<Real>, Real>(dst, dst_step, src, src_step, count, scale);
  scale_any<Complex<Real>>(dst, dst_step, src, src_step, count, scale);
}

/// In the order of isomer::detail::Scalar. Signed integers share the unsigned loops: two's
/// complement multiplication and addition wrap alike, and unsigned overflow is defined.
void scale_run(char* dst, long long dst_step, char const* src, long long src_step,
               long long count, Scale const& scale) {
  switch (scale.scalar) {
    case 1:
    case 2:
      return scale_any<unsigned char>(dst, dst_step, src, src_step, count, scale);
    case 3:
    case 4:
      return scale_any<unsigned short>(dst, dst_step, src, src_step, count, scale);
    case 5:
    case 6:
      return scale_any<unsigned int>(dst, dst_step, src, src_step, count, scale);
    case 7:
    case 8:
      return scale_any<unsigned long long>(dst, dst_step, src, src_step, count, scale);
    case 9:
      return scale_any<float>(dst, dst_step, src, src_step, count, scale);
    case 10:
      return scale_any<double>(dst, dst_step, src, src_step, count, scale);
    case 11:
      return scale_any<long double>(dst, dst_step, src, src_step, count, scale);
    case 12:
      return scale_complex<float>(dst, dst_step, src, src_step, count, scale);
    case 13:
      return scale_complex<double>(dst, dst_step, src, src_step, count, scale);
    case 14:
      return scale_any<Half>(dst, dst_step, src, src_step, count, scale);
    case 15:
      return scale_any<Bhalf>(dst, dst_step, src, src_step, count, scale);
    default:
      return;
  }
}

int scalar_bytes(int scalar) {
  constexpr int bytes[] = {0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 16, 8, 16, 2, 2};
  return bytes[scalar];
}

}  // namespace
