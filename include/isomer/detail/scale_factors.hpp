// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <complex>
#include <limits>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <isomer/detail/describe.hpp>
#include <isomer/detail/problem.hpp>
#include <isomer/scaling.hpp>

/// The factors of a call in the element type of its views.
namespace isomer::detail {

/// Half-precision numbers of Kokkos, where they are types of their own.
template <class T>
inline constexpr bool is_half_v =
    !std::is_same_v<T, float> && std::is_same_v<T, Kokkos::Experimental::half_t>;
template <class T>
inline constexpr bool is_bhalf_v =
    !std::is_same_v<T, float> && std::is_same_v<T, Kokkos::Experimental::bhalf_t>;

/// The same bits in Kokkos and in the standard library.
template <class T, class Real>
inline constexpr bool is_complex_of_v =
    std::is_same_v<T, Kokkos::complex<Real>> || std::is_same_v<T, std::complex<Real>>;

template <class T>
constexpr Scalar scalar_of() {
  using U = std::remove_cv_t<T>;
  if constexpr (is_complex_of_v<U, float>) return Scalar::c64;
  else if constexpr (is_complex_of_v<U, double>) return Scalar::c128;
  else if constexpr (std::is_same_v<U, float>) return Scalar::f32;
  else if constexpr (std::is_same_v<U, double>) return Scalar::f64;
  else if constexpr (std::is_same_v<U, long double>) return Scalar::f80;
  else if constexpr (is_half_v<U>) return Scalar::f16;
  else if constexpr (is_bhalf_v<U>) return Scalar::bf16;
  else if constexpr (std::is_integral_v<U> && !std::is_same_v<U, bool> && sizeof(U) <= 8) {
    constexpr bool is_signed = std::is_signed_v<U>;
    if constexpr (sizeof(U) == 1) return is_signed ? Scalar::i8 : Scalar::u8;
    else if constexpr (sizeof(U) == 2) return is_signed ? Scalar::i16 : Scalar::u16;
    else if constexpr (sizeof(U) == 4) return is_signed ? Scalar::i32 : Scalar::u32;
    else return is_signed ? Scalar::i64 : Scalar::u64;
  } else {
    return Scalar::none;
  }
}

/// Whether an integer type holds the very value of a factor.
template <class T, class F>
constexpr bool can_hold(F factor) {
  if constexpr (std::is_integral_v<F>) {
    auto const value = static_cast<T>(factor);
    return static_cast<F>(value) == factor && (value < T{}) == (factor < F{});
  } else {
    // Checked before the conversion, which is undefined for a value out of range.
    constexpr F end = static_cast<F>(T{1} << (std::numeric_limits<T>::digits - 1)) * 2;
    constexpr F begin = std::is_signed_v<T> ? -end : F{};
    return factor >= begin && factor < end && static_cast<F>(static_cast<T>(factor)) == factor;
  }
}

/// Converts one factor to the element type; a value that an integer type cannot hold is an Error.
template <class T, class F>
T convert_factor(char const* function, char const* name, F const& factor) {
  if constexpr (std::is_integral_v<T> && std::is_arithmetic_v<F>) {
    if (!can_hold<T>(factor))
      throw_factor(function, name, static_cast<double>(factor), sizeof(T), std::is_signed_v<T>);
    return static_cast<T>(factor);
  } else if constexpr (is_complex(scalar_of<T>())) {
    using Real = typename T::value_type;
    if constexpr (is_complex(scalar_of<F>()))
      return T(static_cast<Real>(factor.real()), static_cast<Real>(factor.imag()));
    else return T(static_cast<Real>(factor));
  } else {
    constexpr bool is_real = !is_complex(scalar_of<F>());
    static_assert(is_real, "isomer: complex factors need complex elements");
    if constexpr (is_real) return static_cast<T>(factor);
    else return T{};
  }
}

template <class T, class F>
ScaleFactors scale_factors(char const* function, Scaling<F> const& scaling) {
  static_assert(
      scalar_of<T>() != Scalar::none,
      "isomer: Scaling needs an arithmetic element type or Kokkos::complex (std::complex)");
  T const alpha = convert_factor<T>(function, "alpha", scaling.alpha);
  T const beta = convert_factor<T>(function, "beta", scaling.beta);
  ScaleFactors factors;
  __builtin_memcpy(factors.alpha.data(), &alpha, sizeof(T));
  __builtin_memcpy(factors.beta.data(), &beta, sizeof(T));
  factors.reads_dst = !(beta == T{});
  factors.conjugate = scaling.conjugate;
  return factors;
}

/// Whether the scaled move to elements T is a plain one after all.
template <class T, class F>
bool is_plain(Scaling<F> const& scaling) {
  bool const conjugates = scaling.conjugate && is_complex(scalar_of<T>());
  return scaling.alpha == F{1} && scaling.beta == F{} && !conjugates;
}

}  // namespace isomer::detail
