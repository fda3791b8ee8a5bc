// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "problem/normal_problem.hpp"
#include "tile/warp/tile_geometry.hpp"

namespace isomer::tile::warp {

/// What a tile may be, beside what its kernel can have.
struct TileLimits {
  int max_rows = max_side(1);
  int max_cols = max_side(1);
  /// A sector. Whether slices are faster than tiles of short runs is for the audit to say.
  int min_run_bytes = 32;
  /// Blocks have whole sectors of a run, so that they begin on one if the array does.
  bool cut_at_sectors = true;
};

/// The tiles of a normal problem, or none where `TileKernel` cannot move it well: a fastest axis
/// that is the same on both sides or is not contiguous, runs that stay below the least, more than
/// 10 axes or `team::max_blocks` tiles. The arrays have to begin on a word.
std::optional<TileGeometry> plan_tile(detail::NormalProblem const& normal,
                                      TileLimits const& limits = {});

/// The same for `Tile16Kernel`: any words but those of 16 bytes, runs and distances that are
/// multiples of 16 bytes. The arrays have to begin on such a multiple too.
std::optional<VectorTileGeometry> plan_tile16(detail::NormalProblem const& normal,
                                              TileLimits const& limits = {});

/// How many indices of each axis such a tile has, of vectors where they can be had.
using TileExtents = std::array<std::int64_t, detail::max_axes>;
std::optional<TileExtents> tile_extents(detail::NormalProblem const& normal);

}  // namespace isomer::tile::warp
