// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "in_place/decomposition.hpp"

namespace isomer::in_place {

/// Alltop 1975, Dow 1995 (seed 003): with a common divisor d of both sides, rows = d p, cols = d q,
/// three transpositions that each move long chunks or small blocks:
///
///     [d][p][d][q]  ->  [d][d][p][q]     d blocks of p x d chunks of q words, each through cache
///                   ->  [d][d][p][q]     one square of d x d chunks of p q words
///                   ->  [d][q][d][p]     d blocks of (d p) x q words, each through cache
///
/// Two where p = 1 or q = 1, that is where one side is a multiple of the other.
///
/// The square is left to `of_squares`, the blocks to `of_blocks`, or to the former if they are
/// square; both outlive the result.
template <class Exec>
std::unique_ptr<Decomposition<Exec>> gcd_pass(Decomposition<Exec> const& of_squares,
                                              Decomposition<Exec> const& of_blocks);

}  // namespace isomer::in_place
