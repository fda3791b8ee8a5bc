// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Macros.hpp>

#include "tile/warp/unroll.hpp"

namespace isomer::in_place {

/// Calls move(shared, global) for the `units` units of U bytes of an element.
template <int U, class Byte, class Move>
KOKKOS_FUNCTION void move_units(std::int32_t units, int at, Byte* global, Move const& move) {
  ISOMER_KEEP_LOOP
  for (std::int32_t unit = 0; unit < units; ++unit) move(at + unit * U, global + unit * U);
}

}  // namespace isomer::in_place
