// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Macros.hpp>

/// Half-precision numbers as every device has them.
namespace isomer::tile::warp {

#define ISOMER_HALVES_FUNCTION KOKKOS_INLINE_FUNCTION
#include "tile/halves.inl"
#undef ISOMER_HALVES_FUNCTION

}  // namespace isomer::tile::warp
