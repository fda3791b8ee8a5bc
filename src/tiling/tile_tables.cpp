// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/tile_tables.hpp"

#include <algorithm>

#include "index/odometer.hpp"
#include "tiling/block_cuts.hpp"
#include "tiling/gathered_vectors.hpp"
#include "tiling/skewed.hpp"
#include "tiling/tile_layout.hpp"

namespace isomer::detail {

using tile::Offset;

namespace {

/// What blocks in the pipeline move before the rows that they prefetch are read: more than the
/// memory takes to bring them, and little beside the second-level cache (doubles 384 x 355 x 384
/// reversed: 103 ns/KiB with the next rows, 98 so, 101 with twice as much).
constexpr Offset distance_bytes = 8 << 10;

/// Runs of the destination, out of the staging buffer.
void add_runs(TileLayout const& layout, TileTables& tables) {
  auto const& order = layout.normal.out_order;
  Odometer outer;
  for (int j = layout.run.axes; j < layout.normal.rank; ++j) {
    int const k = order[static_cast<std::size_t>(j)];
    outer.add({layout.extent(k), layout.out_step(k), layout.dst_step(k)});
  }
  do tables.run.push_back({outer.src(), outer.dst(), layout.run.words * layout.dst_word});
  while (outer.advance());
}

/// The source in the order in which blocks read it, run by run.
void add_pieces(TileLayout const& layout, std::vector<int> const& in_order, TileTables& tables) {
  std::vector<int> axes;
  for (int const k : in_order)
    if (k >= layout.in_run.axes) axes.push_back(k);
  int const lines = layout.lines_of_run();
  int const pieces = layout.pieces_of_run();
  int const lines_of_piece = (lines + pieces - 1) / pieces;
  tables.view.pieces.lines = lines_of_piece;
  Odometer run = layout.odometer(axes);
  do
    for (int k = 0; k < pieces; ++k) {
      // The last one ends where the run does.
      int const first = std::min(k * lines_of_piece, lines - lines_of_piece);
      tables.piece.push_back(run.src() + first * tile::line_bytes);
    }
  while (run.advance());
}

/// What blocks of rows and columns have in common.
void add_rows_and_columns(TileLayout const& layout, TileTables& tables) {
  Odometer row = layout.odometer(layout.row_axes());
  do tables.row_src.push_back(row.src());
  while (row.advance());
  Odometer column = layout.odometer(layout.column_axes());
  do tables.col_out.push_back(column.dst());
  while (column.advance());
}

/// Tables::distance for blocks of a height.
int distance(std::vector<BlockPart> const& column_groups, Offset row_bytes) {
  Offset bytes = 0;
  for (BlockPart const& cols : column_groups) bytes += cols.count * row_bytes;
  auto const groups = static_cast<int>((distance_bytes + bytes - 1) / bytes);
  return groups * static_cast<int>(column_groups.size());
}

/// Row groups outside: only the rows of one block, or of two abreast, are live at a time, so that
/// the hardware follows their streams and the first-level TLB holds their pages. Where columns
/// end before the contiguous run of the source does, rows are read on before others are.
void add_transposes(TileLayout const& layout, TileTables& tables) {
  add_rows_and_columns(layout, tables);
  BlockCuts const cuts(layout.roles, static_cast<int>(tables.row_src.size()), layout.height,
                       static_cast<int>(layout.word), layout.step_bytes);
  auto const row_groups = cuts.of_rows(tables.row_src);
  auto const column_groups = cuts.of_columns(tables.col_out);
  bool const is_paired = layout.writes_lines() && layout.line_high;
  auto const abreast = static_cast<std::size_t>(is_paired ? layout.lines_abreast : 1);
  tables.view.distance = distance(column_groups, cuts.height() * layout.word);

  std::vector<int> const around = layout.axes_around_blocks();
  auto const apart =
      std::find_if(around.begin(), around.end(), [&](int k) { return k >= layout.in_run.axes; });
  std::vector<int> source_axes = layout.row_axes();
  source_axes.insert(source_axes.end(), around.begin(), around.end());
  add_pieces(layout, source_axes, tables);
  auto const add_blocks = [&](std::size_t group, Offset src, Offset out) {
    std::size_t const end = std::min(group + abreast, row_groups.size());
    for (BlockPart const& cols : column_groups)
      for (std::size_t k = group; k < end; ++k) {
        BlockPart const& rows = row_groups[k];
        tables.block.push_back({src + cols.first * layout.word, out + rows.first * layout.word,
                                rows.first, cols.first, rows.count, cols.count, rows.step,
                                cols.step});
      }
  };
  Odometer outside = layout.odometer({apart, around.end()});
  do {
    for (std::size_t g = 0; g < row_groups.size(); g += abreast) {
      Odometer on = layout.odometer({around.begin(), apart});
      do add_blocks(g, outside.src() + on.src(), outside.dst() + on.dst());
      while (on.advance());
    }
  } while (outside.advance());
}

/// Some rows and all columns a block, rows outermost: they are read through the whole tile. The
/// last block has the rows whose lines may end in the next tile.
void add_skewed(TileLayout const& layout, TileTables& tables) {
  add_rows_and_columns(layout, tables);
  tables.view.pieces.lines = 1;  // of no pieces: skewed tiles leave reading to hardware
  auto const rows = static_cast<int>(tables.row_src.size());
  auto const cols = static_cast<int>(tables.col_out.size());
  int const whole = tile::skewed_rows(static_cast<int>(layout.word));
  int const height = whole + static_cast<int>(tile::line_bytes / layout.word) - 1;
  Offset const col_step = step_of(tables.col_out, 0, cols);
  auto const around = layout.axes_around_blocks();
  for (int r = 0; r < rows;) {
    bool const is_last = r + height > rows;
    int const count = is_last ? rows - r : whole;
    Offset const step = is_last ? 0 : step_of(tables.row_src, r, height);
    Odometer outer = layout.odometer(around);
    do
      tables.block.push_back(
          {outer.src(), outer.dst() + r * layout.word, r, 0, count, cols, step, col_step});
    while (outer.advance());
    r += count;
  }
}

/// A run of the output is the rows of one column, in blocks of about a step; runs are gathered in
/// the order of the output.
void add_gathers(TileLayout const& layout, TileTables& tables) {
  auto const order = layout.normal.out_order.begin();
  auto const end = order + layout.normal.rank;
  auto const behind_run = order + layout.run.axes;
  Odometer row = layout.odometer({order, behind_run});
  do tables.row_src.push_back(row.src());
  while (row.advance());
  tables.col_out.push_back(0);
  add_pieces(layout, {order, end}, tables);
  auto const words = static_cast<int>(layout.run.words);
  int const most = std::max(1, layout.step_bytes / static_cast<int>(layout.word));
  Odometer outer = layout.odometer({behind_run, end});
  do
    for (int r = 0; r < words; r += most)
      tables.block.push_back(
          {outer.src(), outer.dst() + r * layout.word, r, 0, std::min(most, words - r), 1, 0, 0});
  while (outer.advance());
}

/// The run's axes, then the others in the order of the source.
std::vector<int> run_first(TileLayout const& layout, GatheredRun const& run) {
  auto const order = layout.normal.out_order.begin();
  std::vector<int> axes(order, order + run.axes);
  for (int k = 0; k < layout.normal.rank; ++k)
    if (std::find(order, order + run.axes, k) == order + run.axes) axes.push_back(k);
  return axes;
}

/// Where runs begin on either side. Parts of an axis reach back at its end to be as long as the
/// others: moving twice is harmless.
void add_places(TileLayout const& layout, GatheredRun const& run, Odometer others,
                TileTables& tables) {
  int const last = layout.normal.out_order[static_cast<std::size_t>(run.axes - 1)];
  std::int64_t const part = run.part > 0 ? run.part : layout.extent(last);
  do
    for (std::int64_t first = 0; first < layout.extent(last); first += part) {
      std::int64_t const index = std::min(first, layout.extent(last) - part);
      tables.row_src.push_back(others.src() + index * layout.src_step(last));
      tables.col_out.push_back(others.dst() + index * layout.out_step(last));
    }
  while (others.advance());
}

/// Vectors of runs that are gathered from a few of the source: a block is one of them at the places
/// of some runs, which are walked in the order of the source.
void add_vector_gathers(TileLayout const& layout, GatheredRun const& run, tile::Isa const& isa,
                        TileTables& tables) {
  auto const axes = run_first(layout, run);
  add_pieces(layout, axes, tables);
  auto const [forward, backward] = gathered_vectors(layout.normal, layout.slice, run, isa);
  tables.gathers.add(forward, layout.word, isa);
  tables.gathers.add(backward, layout.word, isa);
  add_places(layout, run, layout.odometer({axes.begin() + run.axes, axes.end()}), tables);
  auto const vectors = static_cast<int>(forward.size());
  auto const places = static_cast<int>(tables.row_src.size());
  int const most = places_of_block(run, layout.word, layout.step_bytes);
  auto const is_forward = [&](int place) {
    return tables.row_src[static_cast<std::size_t>(place)] <= run.last_forward;
  };
  for (int first = 0, end = 0; first < places; first = end) {
    while (end < std::min(first + most, places) && is_forward(end) == is_forward(first)) ++end;
    for (int v = 0; v < vectors; ++v)
      tables.block.push_back(
          {0, 0, first, is_forward(first) ? v : vectors + v, end - first, 0, 0, 0});
  }
}

/// All other axes are rows: first those that lie side by side in the output, so that a run of it
/// is written in one go, from as many places of the source concurrently; then these are read on.
void add_copies(TileLayout const& layout, TileTables& tables) {
  auto const order = layout.normal.out_order.begin();
  std::vector<int> axes(order + 1, order + std::max(1, layout.run.axes));
  for (int k = 1; k < layout.normal.rank; ++k)
    if ((layout.run.mask >> static_cast<unsigned>(k) & 1U) == 0) axes.push_back(k);
  Odometer run = layout.odometer(axes);
  do {
    tables.row_src.push_back(run.src());
    tables.col_out.push_back(run.dst());
  } while (run.advance());
  auto const rows = static_cast<int>(tables.row_src.size());
  add_pieces(layout, axes, tables);
  for (int r = 0; r < rows; r += copied_rows)
    tables.block.push_back({0, 0, r, r, std::min(copied_rows, rows - r), 0, 0, 0});
}

/// Blocks that move a step together.
int blocks_of_step(int blocks, std::int64_t bytes, int step) {
  return static_cast<int>(std::max<std::int64_t>(1, std::int64_t{blocks} * step / bytes));
}

/// What the kernels see of the tables, and how their work is divided into steps.
void complete_view(TileLayout const& layout, TileTables& tables) {
  tile::Tables& view = tables.view;
  Offset staged_bytes = 0;
  for (tile::Run const& run : tables.run) staged_bytes += run.bytes;
  auto const blocks = static_cast<int>(tables.block.size());
  auto const pieces = static_cast<int>(tables.piece.size());
  std::int64_t const bytes = slice_bytes(layout.normal, layout.slice);
  int const step = blocks_of_step(blocks, bytes, layout.step_bytes);
  int const steps = (blocks + step - 1) / step;
  bool const is_skewed = layout.mode.skewed;
  view.row_src = tables.row_src.data();
  view.col_out = tables.col_out.data();
  view.block = tables.block.data();
  view.run = tables.run.data();
  view.pieces.start = tables.piece.data();
  view.pieces.count = pieces;
  view.pieces.per_step = (pieces + steps - 1) / steps;
  view.blocks = blocks;
  view.step = step;
  view.steps = steps;
  view.runs = static_cast<int>(tables.run.size());
  view.run_bytes = layout.is_copy() ? layout.run_bytes() : 0;
  view.staged_bytes = staged_bytes;
  view.from_records = layout.roles.from_records;
  view.to_records = layout.roles.to_records;
  view.indirect = layout.mode.gathers();
  view.gathers = tables.gathers.view();
  view.line_high = layout.line_high;
  view.rows = is_skewed ? static_cast<int>(tables.row_src.size()) : 0;
  view.columns_continue = is_skewed && has_first_axis(layout.run);
}

}  // namespace

TileTables tile_tables(NormalProblem const& normal, Slice const& tile, tile::Isa const& isa,
                       TileMode const& mode) {
  TileLayout const layout(normal, tile, isa, mode);
  TileTables tables;
  if (mode.staged) add_runs(layout, tables);
  GatheredRun const gathered = gathered_run(normal, tile, mode, isa);
  if (layout.is_copy()) add_copies(layout, tables);
  else if (mode.skewed) add_skewed(layout, tables);
  else if (gathered.axes > 0) add_vector_gathers(layout, gathered, isa, tables);
  else if (mode.gathers()) add_gathers(layout, tables);
  else add_transposes(layout, tables);
  tables.stage_bytes = static_cast<std::size_t>(layout.stage_bytes);
  complete_view(layout, tables);
  return tables;
}

}  // namespace isomer::detail
