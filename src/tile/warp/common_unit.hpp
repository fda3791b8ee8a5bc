// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

namespace isomer::tile::warp {

/// All bits of addresses: a power of two divides it if it divides each of them.
inline std::uintptr_t bits_of(std::byte const* dst, std::byte const* src) {
  return reinterpret_cast<std::uintptr_t>(dst) | reinterpret_cast<std::uintptr_t>(src);
}

/// The largest power of two that divides all addresses and the distances.
inline int common_unit(std::uintptr_t addresses, std::int64_t distances) {
  std::uintptr_t const all = addresses | static_cast<std::uintptr_t>(distances);
  return static_cast<int>(all & -all);
}
inline int common_unit(std::byte const* dst, std::byte const* src, std::int64_t distances) {
  return common_unit(bits_of(dst, src), distances);
}

}  // namespace isomer::tile::warp
