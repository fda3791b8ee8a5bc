// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "in_place/decomposition.hpp"

namespace isomer::in_place {

/// Follows the cycles of the transposition chunk by chunk: every chunk moves once, straight to its
/// place. As good as a copy for long chunks; for single words every move is a missed cache line,
/// so then it is the last resort, which needs next to no workspace.
///
///     position:   0  1  2  3  4  5  6  7        2 x 4  ->  4 x 2
///     takes from: 0  4  1  5  2  6  3  7        (0) (1 4 2) (3 5 6) (7)
///
/// Long cycles are cut into segments (CycleSplit). A cycle without a start in it is moved by its
/// leader, its smallest position, together with its companion: nothing but arithmetic is needed to
/// tell a leader. Where the workspace holds one bit a position, what has been moved is marked and
/// most of that arithmetic saved.
template <class Exec>
Decomposition<Exec> const& cycles();

}  // namespace isomer::in_place
