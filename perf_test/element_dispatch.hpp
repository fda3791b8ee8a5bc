// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include "element_type.hpp"

namespace isomer::perf {

/// Calls `f(std::type_identity<T>{})` with the C++ type of `type`.
template <class F>
auto with_element(ElementType type, F const& f) {
  switch (type) {
    case ElementType::u8: return f(std::type_identity<std::uint8_t>{});
    case ElementType::u16: return f(std::type_identity<std::uint16_t>{});
    case ElementType::u32: return f(std::type_identity<std::uint32_t>{});
    case ElementType::u64: return f(std::type_identity<std::uint64_t>{});
    case ElementType::f32: return f(std::type_identity<float>{});
    case ElementType::f64: break;
    case ElementType::c64: return f(std::type_identity<Kokkos::complex<float>>{});
    case ElementType::c128: return f(std::type_identity<Kokkos::complex<double>>{});
  }
  return f(std::type_identity<double>{});
}

}  // namespace isomer::perf
