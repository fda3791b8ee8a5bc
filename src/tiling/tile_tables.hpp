// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "problem/normal_problem.hpp"
#include "tile/host/job.hpp"
#include "tiling/gather_tables.hpp"
#include "tiling/slice.hpp"
#include "tiling/tiling.hpp"

namespace isomer::detail {

/// Rows of shared runs that one block copies: enough to hide the block's own cost.
constexpr int copied_rows = 32;

/// The tables by which host kernels move the tiles of one size.
///
/// Within a tile, ROWS are indices contiguous in the output and COLUMNS indices contiguous in the
/// input (tile_roles.hpp). All remaining axes are walked around them:
///
///      input:  columns ->          staging buffer = the tile in output order:
///      row 0   a b c d             a e i | b f j | c g k | d h l      rows of the block are now
///      row 1   e f g h                                                contiguous, and so, where
///      row 2   i j k l                                                axes are whole, are columns
///
/// A shared fastest axis has no columns: its runs are copied, row by row.
struct TileTables {
  TileTables() = default;
  TileTables(TileTables&&) = default;  // the view points into the tables
  TileTables& operator=(TileTables&&) = default;

  std::vector<tile::Offset> row_src;
  std::vector<tile::Offset> col_out;
  std::vector<tile::Block> block;
  std::vector<tile::Run> run;
  std::vector<tile::Offset> piece;
  GatherTables gathers;
  tile::Tables view{};
  std::size_t stage_bytes = 0;  ///< of one staging buffer; 0 without staging
};

/// For blocks of these isa.
TileTables tile_tables(NormalProblem const& normal, Slice const& tile, tile::Isa const& isa,
                       TileMode const& mode);

}  // namespace isomer::detail
