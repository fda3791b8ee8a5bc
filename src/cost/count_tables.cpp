// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/count_tables.hpp"

#include <algorithm>
#include <cmath>

#include "cost/real.hpp"
#include "tile/host/job.hpp"
#include "tiling/block_cuts.hpp"
#include "tiling/gathered_vectors.hpp"
#include "tiling/slice.hpp"
#include "tiling/tile_layout.hpp"
#include "tiling/tile_tables.hpp"

namespace isomer::detail {
namespace {

/// Of those that transpose, rows by columns; columns of several axes lie evenly along the first.
double blocks_that_transpose(TileLayout const& layout, double words) {
  TileRoles const& roles = layout.roles;
  std::int64_t const word = layout.word;
  std::int64_t const line = std::max<std::int64_t>(1, tile::line_bytes / word);
  int const height = BlockCuts(roles, static_cast<int>(roles.rows), layout.height,
                               static_cast<int>(word), layout.step_bytes)
                         .height();
  std::int64_t const even = roles.to_records ? roles.columns : layout.extent(0);
  std::int64_t const most = std::min(even, layout.step_bytes / (height * word));
  std::int64_t const columns =
      height < layout.height && !roles.to_records ? line : std::max(line, most);
  double const of_columns = std::ceil(real(roles.columns) / real(columns));
  double const of_rows = std::ceil(real(roles.rows) / real(height));
  return words / real(roles.rows * roles.columns) * of_rows * of_columns;
}

/// Blocks, offsets and runs of the tables of one tile (tiling/tile_tables.cpp).
double bytes_of_tables(NormalProblem const& normal, Slice const& tile, TileMode const& mode,
                       tile::Isa const& isa) {
  TileLayout const layout(normal, tile, isa, mode);
  TileRoles const& roles = layout.roles;
  double const word = real(layout.word);
  double const words = real(slice_bytes(normal, tile)) / word;
  double const runs = words / real(layout.run.words);
  double const pieces = words / real(layout.in_run.words) * layout.pieces_of_run();
  double blocks = 0;
  double offsets = 0;
  if (layout.is_copy()) {
    double const rows = words / real(layout.extent(0));
    blocks = std::ceil(rows / copied_rows);
    offsets = 2 * rows + pieces;
  } else if (GatheredRun const run = gathered_run(normal, tile, mode, isa); run.axes > 0) {
    double const places = words / real(run.words);
    // The last places, whose vectors go backward, are by themselves.
    double const groups = places / places_of_block(run, layout.word, layout.step_bytes) + 1;
    blocks = groups * std::ceil(real(run.words * layout.word) / gathered_bytes(layout.word, isa));
    offsets = 2 * places + pieces;
  } else if (mode.gathers()) {
    double const words_of_block = std::max(1.0, layout.step_bytes / word);
    blocks = runs * std::ceil(real(layout.run.words) / words_of_block);
    offsets = real(layout.run.words) + pieces;
  } else if (mode.skewed) {
    double const of_rows =
        std::ceil(real(roles.rows) / tile::skewed_rows(static_cast<int>(layout.word)));
    blocks = words / real(roles.rows * roles.columns) * of_rows;
    offsets = real(roles.rows + roles.columns);
  } else {
    blocks = blocks_that_transpose(layout, words);
    offsets = real(roles.rows + roles.columns) + pieces;
  }
  return blocks * real(sizeof(tile::Block)) + offsets * real(sizeof(tile::Offset)) +
         (mode.staged ? runs * real(sizeof(tile::Run)) : 0);
}

/// The same of whole tiles and of those that the ends of axes from `k` on cut short, one by one:
/// what is gathered has a table for each place, and shorter tiles may be gathered in another way.
double bytes_of_gathered(NormalProblem const& normal, Slice tile, TileMode const& mode,
                         tile::Isa const& isa, int k = 0) {
  if (k == normal.rank) return bytes_of_tables(normal, tile, mode, isa);
  double bytes = bytes_of_gathered(normal, tile, mode, isa, k + 1);
  std::int64_t& extent = tile.extent[static_cast<std::size_t>(k)];
  extent = axis_at(normal, k).extent % extent;
  if (extent > 0) bytes += bytes_of_gathered(normal, tile, mode, isa, k + 1);
  return bytes;
}

}  // namespace

PlanningWork count_tables(NormalProblem const& normal, Candidate const& candidate,
                          Machine const& machine) {
  PlanningWork work;
  if (!moves_tiles(candidate.schema) || !machine.is_host()) return work;
  // Where the last tile of an axis is shorter there is a table for it, beside all of the others.
  Slice tile = candidate.tiling.slice;
  work.tables = 1;
  double shorter = 1;
  for (int k = 0; k < normal.rank; ++k) {
    std::int64_t const extent = tile.extent[static_cast<std::size_t>(k)];
    std::int64_t const rest = axis_at(normal, k).extent % extent;
    if (rest == 0) continue;
    work.tables *= 2;
    shorter *= 1 + real(rest) / real(extent);
  }
  TileMode const& mode = candidate.tiling.mode;
  work.table_bytes = mode.gathered ? bytes_of_gathered(normal, tile, mode, machine.isa)
                                   : shorter * bytes_of_tables(normal, tile, mode, machine.isa);
  return work;
}

}  // namespace isomer::detail
