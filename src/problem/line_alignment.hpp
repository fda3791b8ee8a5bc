// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace isomer::detail {

/// What an address is a multiple of, up to a cache line, which is 0: all that plans know of where
/// arrays lie, so that those of one shape share a few plans.
inline std::uint8_t line_alignment(void const* data) {
  auto const in_line = static_cast<std::uint8_t>(reinterpret_cast<std::uintptr_t>(data) % 64);
  return static_cast<std::uint8_t>(in_line & -in_line);
}

}  // namespace isomer::detail
