// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

namespace isomer::tile::warp {

/// The largest power of two that divides both addresses and the distances.
inline int common_unit(std::byte const* dst, std::byte const* src, std::int64_t distances) {
  std::uintptr_t const all = reinterpret_cast<std::uintptr_t>(dst) |
                             reinterpret_cast<std::uintptr_t>(src) |
                             static_cast<std::uintptr_t>(distances);
  return static_cast<int>(all & -all);
}

}  // namespace isomer::tile::warp
