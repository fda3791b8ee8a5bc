// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Macros.hpp>

#include "team/team.hpp"

namespace isomer::tile::warp {

/// A vector of four words of four bytes.
KOKKOS_INLINE_FUNCTION team::Word16 packed(std::uint32_t const (&word)[4]) {
  return {{word[0] | static_cast<std::uint64_t>(word[1]) << 32,
           word[2] | static_cast<std::uint64_t>(word[3]) << 32}};
}

}  // namespace isomer::tile::warp
