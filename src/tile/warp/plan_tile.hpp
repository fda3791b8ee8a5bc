// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "problem/normal_problem.hpp"
#include "tile/warp/tile_geometry.hpp"

namespace isomer::tile::warp {

/// What a tile may be.
struct TileLimits {
  int max_rows = TileGeometry::max_side;
  int max_cols = TileGeometry::max_side;
  /// Shorter runs on either side leave too much of a sector unused.
  int min_run_bytes = 128;
  /// Blocks have whole sectors of a run, so that they begin on one if the array does.
  bool cut_at_sectors = true;
};

/// The tiles of a normal problem, or none where `TileKernel` cannot move it well: words of 1 and 2
/// bytes, a fastest axis that is the same on both sides or is not contiguous, runs that stay below
/// the least, more than 10 axes or 2^31 - 1 tiles.
std::optional<TileGeometry> plan_tile(detail::NormalProblem const& normal,
                                      TileLimits const& limits = {});

/// How many indices of each axis such a tile has.
std::optional<std::array<std::int64_t, detail::max_axes>> tile_extents(
    detail::NormalProblem const& normal, TileLimits const& limits = {});

}  // namespace isomer::tile::warp
