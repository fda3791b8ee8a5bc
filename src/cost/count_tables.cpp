// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/count_tables.hpp"

#include <algorithm>
#include <cmath>

#include "cost/real.hpp"
#include "problem/order.hpp"
#include "tile/host/job.hpp"
#include "tiling/slice.hpp"
#include "tiling/tile_tables.hpp"

namespace isomer::detail {
namespace {

/// What a block moves, of whole vectors; words of a row of a gather.
constexpr double block_bytes = 2 << 10;
constexpr double words_of_gather = 256;

/// Of the tables of one tile (tiling/tile_tables.hpp): an entry for each block, for each row and
/// column, for each piece of the source, and for each run that leaves a buffer.
double bytes_of_tables(NormalProblem const& normal, Slice const& tile, TileMode const& mode,
                       tile::Isa const& isa) {
  double const word = real(normal.element_bytes);
  double const words = real(slice_bytes(normal, tile)) / word;
  double const in_run = real(input_run_bytes(normal, tile));
  double const runs = words * word / real(output_run_bytes(normal, tile));
  double const pieces =
      words * word / in_run * std::ceil(in_run / (tile::max_piece_lines * tile::line_bytes));
  double blocks = 0;
  double offsets = 0;
  if (normal.has_same_fastest()) {
    double const rows = words / real(tile.extent[0]);
    blocks = std::ceil(rows / copied_rows);
    offsets = 2 * rows + pieces;
  } else if (mode.indirect) {
    blocks = std::max(runs, words / words_of_gather);
    offsets = words / runs + pieces;
  } else {
    double const rows = std::min(words, real(output_run_bytes(normal, tile)) / word);
    double const columns = std::min(words, in_run / word);
    double const high = std::min(rows, std::max(1.0, real(isa.vector_bytes) / word));
    // Columns as far as they follow each other evenly in the output, a line of them at least.
    double const even = std::min(real(tile.extent[0]), block_bytes / (high * word));
    double const wide = std::min(columns, std::max(real(tile::line_bytes) / word, even));
    blocks = words / (high * wide);
    offsets = rows + columns + (mode.skewed ? 0 : pieces);
  }
  return blocks * real(sizeof(tile::Block)) + offsets * real(sizeof(tile::Offset)) +
         (mode.staged ? runs * real(sizeof(tile::Run)) : 0);
}

}  // namespace

PlanningWork count_tables(NormalProblem const& normal, Candidate const& candidate,
                          Machine const& machine) {
  PlanningWork work;
  switch (candidate.schema) {
    case Schema::copy:
    case Schema::fvi_match_large:
    case Schema::strided: return work;
    default: break;
  }
  if (!machine.is_host()) return work;
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
  work.table_bytes = shorter * bytes_of_tables(normal, tile, candidate.tiling.mode, machine.isa);
  return work;
}

}  // namespace isomer::detail
