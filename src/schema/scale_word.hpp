// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstring>

#include <Kokkos_Core.hpp>

#include <isomer/detail/problem.hpp>

/// alpha*op(x) + beta*y for one element inside a kernel of any space.
namespace isomer::detail {

/// The factors as a kernel argument.
struct DeviceScale {
  alignas(16) unsigned char alpha[16];
  alignas(16) unsigned char beta[16];
  Scalar scalar = Scalar::none;
  bool reads_dst = false;
  bool conjugate = false;
};

inline DeviceScale device_scale(Problem const& problem, ScaleFactors const* factors) {
  DeviceScale scale{};
  if (factors == nullptr) return scale;
  std::memcpy(scale.alpha, factors->alpha.data(), sizeof scale.alpha);
  std::memcpy(scale.beta, factors->beta.data(), sizeof scale.beta);
  scale.scalar = problem.scalar;
  scale.reads_dst = factors->reads_dst;
  scale.conjugate = factors->conjugate;
  return scale;
}

template <class T>
KOKKOS_INLINE_FUNCTION T product(T a, T b) {
  // Unsigned short would be multiplied as int, which overflows.
  if constexpr (sizeof(T) < sizeof(unsigned))
    return static_cast<T>(static_cast<unsigned>(a) * static_cast<unsigned>(b));
  else return a * b;
}

template <class T, class Unit>
KOKKOS_INLINE_FUNCTION void scale_as(DeviceScale const& scale, Unit* target, Unit const* word) {
  // An element is at least one unit: units divide the element's bytes.
  constexpr int units = static_cast<int>((sizeof(T) + sizeof(Unit) - 1) / sizeof(Unit));
  // Through units, because neither address need be aligned for a T.
  union Element {
    T value;
    Unit unit[units];
    KOKKOS_INLINE_FUNCTION Element() {}  // NOLINT(modernize-use-equals-default): T may have one
  };
  Element x;
  Element y;
  Element a;
  Element b;
  for (unsigned k = 0; k < sizeof(T); ++k) {
    reinterpret_cast<unsigned char*>(&a)[k] = scale.alpha[k];
    reinterpret_cast<unsigned char*>(&b)[k] = scale.beta[k];
  }
  for (int u = 0; u < units; ++u) x.unit[u] = word[u];
  if constexpr (requires(T z) { z.imag(); }) {
    if (scale.conjugate) x.value = Kokkos::conj(x.value);
  }
  T result = product(a.value, x.value);
  if (scale.reads_dst) {
    for (int u = 0; u < units; ++u) y.unit[u] = target[u];
    result = static_cast<T>(result + product(b.value, y.value));
  }
  x.value = result;
  for (int u = 0; u < units; ++u) target[u] = x.unit[u];
}

/// Signed integers wrap like unsigned ones.
template <class Unit>
KOKKOS_INLINE_FUNCTION void scale_word(DeviceScale const& scale, Unit* target, Unit const* word) {
  switch (scale.scalar) {
    case Scalar::i8:
    case Scalar::u8: return scale_as<std::uint8_t>(scale, target, word);
    case Scalar::i16:
    case Scalar::u16: return scale_as<std::uint16_t>(scale, target, word);
    case Scalar::i32:
    case Scalar::u32: return scale_as<std::uint32_t>(scale, target, word);
    case Scalar::i64:
    case Scalar::u64: return scale_as<std::uint64_t>(scale, target, word);
    case Scalar::f32: return scale_as<float>(scale, target, word);
    case Scalar::f64: return scale_as<double>(scale, target, word);
    case Scalar::c64: return scale_as<Kokkos::complex<float>>(scale, target, word);
    case Scalar::c128: return scale_as<Kokkos::complex<double>>(scale, target, word);
    case Scalar::f80:
    case Scalar::none: return;
  }
}

}  // namespace isomer::detail
