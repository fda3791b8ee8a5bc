// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tile/host/job.hpp"
#include "tile/host/records/byte_permutation.hpp"

namespace isomer::tile {

/// The best kernels this processor runs, or those that ISOMER_ISA in the environment names
/// (plain, avx2, avx512, neon).
Kernels const& kernels();

/// The faster way to move a piece on this processor, among those of kernels().
PieceKernels::Move piece_move();

/// Of the processors that run these kernels.
BytePermuter byte_permuter(Kernels const& along_with = kernels());

/// The kernels of that name, or null if this build or processor has none.
Kernels const* kernels_named(char const* name);

}  // namespace isomer::tile
