// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Macros.hpp>

#include "tile/warp/unroll.hpp"

namespace isomer::in_place {

/// An element is `units` units of U bytes, of which move(shared, global) moves one. Calls
/// walk(element_bytes, visit), which calls visit(shared, global) for each element: most are of one
/// unit, and the loop over them has no other in it.
template <int U, class Move, class Walk>
KOKKOS_FUNCTION void for_each_unit(std::int32_t units, Move const& move, Walk const& walk) {
  if (units == 1) return walk(U, move);
  walk(units * U, [&](std::int32_t at, auto* global) {
    ISOMER_KEEP_LOOP
    for (std::int32_t unit = 0; unit < units; ++unit) move(at + unit * U, global + unit * U);
  });
}

}  // namespace isomer::in_place
