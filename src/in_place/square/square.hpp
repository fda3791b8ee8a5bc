// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "in_place/decomposition.hpp"

namespace isomer::in_place {

/// Square matrices: tile (I, J) changes places with tile (J, I), each transposed on the way. One
/// pass and no workspace, across a `middle` axis, too.
///
///     +----+----+----+       Pairs of tiles are visited in the order of a recursive halving, which
///     | \  | A  | B  |       keeps neighbours in every level of cache and few pages in use at a
///     +----+----+----+       time, without knowing the size of either.
///     | A' | \  | C  |
///     +----+----+----+
///     | B' | C' | \  |
///     +----+----+----+
template <class Exec>
Decomposition<Exec> const& square();

}  // namespace isomer::in_place
