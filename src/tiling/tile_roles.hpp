// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "problem/normal_problem.hpp"
#include "tile/host/job.hpp"
#include "tiling/slice.hpp"

namespace isomer::detail {

/// What the axes of a tile are to its blocks: the first of the output's run are ROWS, the first of
/// the input's run COLUMNS, and all others are walked around them. Where both runs have an axis in
/// common, one side has to do without it; which one, and whether a side is better kept short, is
/// decided by the instructions that the blocks take.
struct TileRoles {
  int row_axes = 0;     ///< number of row axes, the first in output order
  int column_axes = 0;  ///< number of column axes, the first in input order
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  bool from_records = false;  ///< tile::Tables::from_records
  bool to_records = false;    ///< tile::Tables::to_records
  double instructions = 0;    ///< of all blocks of the tile, about
};

/// The roles that take the fewest instructions of these isa. `run_axes`: number of
/// axes, in output order, that make one contiguous run of the tile.
TileRoles tile_roles(NormalProblem const& normal, Slice const& tile, int run_axes,
                     tile::Isa const& isa);

/// All that they are chosen from: an axis that both runs have may be on either side.
std::vector<TileRoles> possible_roles(NormalProblem const& normal, Slice const& tile, int run_axes,
                                      tile::Isa const& isa);

/// How many lines of a row of the output blocks write soon after each other where they go from the
/// registers to the memory. Two with half-line vectors, if no more than 16 rows of the source are
/// read concurrently for it: lines written one by one, each in another row, take 0.84 of a copy,
/// pairs 0.49 (Zen 3). By turns TTC57 f64 0.78 -> 0.82 of copy, least 0.51 -> 0.60, c128 0.72 ->
/// 0.78, 0.77 with four; floats, with 32 rows, would fall from 0.98 to 0.45 for 7248 x 7248.
int lines_abreast(tile::Isa const& isa, std::int64_t word);

}  // namespace isomer::detail
