// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The casts between all kinds of elements, two loops for each pair, as static_cast does it.
// Compiled once for an instruction set. All names live in an anonymous namespace: every instruction
// set gets copies of its own.

#include "tile/host/halves.inl"
#include "tile/host/job.hpp"
#include "tile/host/stream_line.inl"

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
inline void cast_element(char* to, char const* from, long long k) {
  From source;
  __builtin_memcpy(&source, from + k * static_cast<long long>(sizeof(From)), sizeof(From));
  To const result = CastTo<To>::of(source);
  __builtin_memcpy(to + k * static_cast<long long>(sizeof(To)), &result, sizeof(To));
}

template <class To, class From>
void cast_elements(char* __restrict to, char const* __restrict from, long long count) {
  for (long long k = 0; k < count; ++k) cast_element<To, From>(to, from, k);
}

/// Of a number of elements that the compiler knows. GCC makes vectors of what it does not unroll.
template <long long Count, class To, class From>
inline void cast_block(char* __restrict to, char const* __restrict from) {
#pragma GCC unroll 1
  for (long long k = 0; k < Count; ++k) cast_element<To, From>(to, from, k);
}

/// Whole lines of results, past the caches; at once those from a line of shorter elements.
template <class To, class From>
void cast_lines(char* __restrict to, char const* __restrict from, long long lines) {
  constexpr int line = isomer::tile::line_bytes;
  constexpr long long to_bytes = sizeof(To);
  constexpr long long from_bytes = sizeof(From);
  constexpr long long at_once = to_bytes > from_bytes ? to_bytes / from_bytes : 1;
  constexpr long long count = line / to_bytes;
  alignas(line) char results[at_once * line];
  while (lines > 0) {
    long long const some = lines < at_once ? lines : at_once;
    if (some == at_once) cast_block<at_once * count, To, From>(results, from);
    else cast_elements<To, From>(results, from, some * count);
    for (long long k = 0; k < some; ++k) stream_whole_line(to + k * line, results + k * line);
    to += some * line;
    from += some * count * from_bytes;
    lines -= some;
  }
}

struct Rows {
  template <class To, class From>
  static constexpr CastRow of = cast_elements<To, From>;
};
struct Lines {
  template <class To, class From>
  static constexpr CastRow of = cast_lines<To, From>;
};

// Numbers of isomer::detail::Scalar.

template <class Loop, class To>
CastRow from_real(int from) {
  switch (from) {
    case 1: return Loop::template of<To, signed char>;
    case 2: return Loop::template of<To, unsigned char>;
    case 3: return Loop::template of<To, short>;
    case 4: return Loop::template of<To, unsigned short>;
    case 5: return Loop::template of<To, int>;
    case 6: return Loop::template of<To, unsigned>;
    case 7: return Loop::template of<To, long long>;
    case 8: return Loop::template of<To, unsigned long long>;
    case 9: return Loop::template of<To, float>;
    case 10: return Loop::template of<To, double>;
    case 11: return Loop::template of<To, long double>;
    case 14: return Loop::template of<To, Half>;
    case 15: return Loop::template of<To, Bhalf>;
    default: return nullptr;
  }
}

template <class Loop, class Real>
CastRow to_complex(int from) {
  if (from == 12) return Loop::template of<Complex<Real>, Complex<float>>;
  if (from == 13) return Loop::template of<Complex<Real>, Complex<double>>;
  return from_real<Loop, Complex<Real>>(from);
}

template <class Loop>
CastRow loop_of(int from, int to) {
  switch (to) {
    case 1: return from_real<Loop, signed char>(from);
    case 2: return from_real<Loop, unsigned char>(from);
    case 3: return from_real<Loop, short>(from);
    case 4: return from_real<Loop, unsigned short>(from);
    case 5: return from_real<Loop, int>(from);
    case 6: return from_real<Loop, unsigned>(from);
    case 7: return from_real<Loop, long long>(from);
    case 8: return from_real<Loop, unsigned long long>(from);
    case 9: return from_real<Loop, float>(from);
    case 10: return from_real<Loop, double>(from);
    case 11: return from_real<Loop, long double>(from);
    case 12: return to_complex<Loop, float>(from);
    case 13: return to_complex<Loop, double>(from);
    case 14: return from_real<Loop, Half>(from);
    case 15: return from_real<Loop, Bhalf>(from);
    case 16: return from_real<Loop, Boolean>(from);
    default: return nullptr;
  }
}

}  // namespace
