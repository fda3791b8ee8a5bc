// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/tile_program.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "index/odometer.hpp"
#include "problem/order.hpp"
#include "tiling/block_cuts.hpp"
#include "tiling/skewed.hpp"
#include "tiling/tile_roles.hpp"

namespace isomer::detail {

using tile::Offset;

namespace {

/// Rows of shared runs that one block copies: enough to hide the block's own cost.
constexpr int copied_rows = 32;

/// What blocks move between prefetching and draining, which cost as much as a small block.
constexpr int step_bytes = 2 << 10;
/// The same where vectors are whole lines that go from the registers past the caches: what is
/// prefetched at once has to share the queue of misses with them.
constexpr int line_step_bytes = 1 << 10;
/// What blocks in the pipeline move before the rows that they prefetch are read: more than the
/// memory takes to bring them, and little beside the second-level cache (doubles 384 x 355 x 384
/// reversed: 103 ns/KiB with the next rows, 98 so, 101 with twice as much).
constexpr Offset distance_bytes = 8 << 10;
/// Half a line: with fewer columns the kernels have blocks of their own.
constexpr std::int64_t least_columns_bytes = tile::line_bytes / 2;

/// Blocks that move a step together.
int blocks_of_step(int blocks, std::int64_t bytes, int step) {
  return static_cast<int>(std::max<std::int64_t>(1, std::int64_t{blocks} * step / bytes));
}

/// Builds the tables of one edge combination.
class ProgramBuilder {
 public:
  ProgramBuilder(NormalProblem const& normal, Slice const& tile, tile::Isa const& isa,
                 TileMode const& mode)
      : normal_(normal),
        tile_(tile),
        word_(normal.element_bytes),
        height_(isa.vector_bytes / static_cast<int>(normal.element_bytes)),
        lines_abreast_(static_cast<std::size_t>(lines_abreast(isa, word_))),
        mode_(mode),
        step_bytes_(writes_lines() && isa.vector_bytes == tile::line_bytes ? line_step_bytes
                                                                           : step_bytes),
        order_(normal.out_order),
        in_run_(input_run(normal, tile)),
        run_(output_run(normal, tile, order_)) {
    lay_out();
    choose_blocks(isa);
  }

  TileProgram build() {
    TileProgram tables;
    if (is_staged()) add_runs(tables);
    if (is_copy()) add_copies(tables);
    else if (is_skewed()) add_skewed(tables);
    else if (mode_.indirect) add_gathers(tables);
    else add_transposes(tables);
    tables.stage_bytes = static_cast<std::size_t>(stage_bytes_);
    complete(tables.program, tables);
    return tables;
  }

 private:
  /// What the kernels see of the tables, and how their work is divided into steps.
  void complete(tile::Program& program, TileProgram const& tables) const {
    Offset staged_bytes = 0;
    for (tile::Run const& run : tables.run) staged_bytes += run.bytes;
    auto const blocks = static_cast<int>(tables.block.size());
    auto const pieces = static_cast<int>(tables.piece.size());
    int const step = blocks_of_step(blocks, slice_bytes(normal_, tile_), step_bytes_);
    int const steps = (blocks + step - 1) / step;
    program.row_src = tables.row_src.data();
    program.col_out = tables.col_out.data();
    program.block = tables.block.data();
    program.run = tables.run.data();
    program.pieces.start = tables.piece.data();
    program.pieces.count = pieces;
    program.pieces.per_step = (pieces + steps - 1) / steps;
    program.blocks = blocks;
    program.step = step;
    program.steps = steps;
    program.runs = static_cast<int>(tables.run.size());
    program.run_bytes = is_copy() ? run_bytes() : 0;
    program.staged_bytes = staged_bytes;
    program.few_columns = roles_.few_columns;
    program.few_rows = roles_.few_rows;
    program.indirect = mode_.indirect;
    program.line_high = line_high_;
    program.rows = is_skewed() ? static_cast<int>(tables.row_src.size()) : 0;
    program.columns_continue = is_skewed() && has_first_axis(run_);
  }

  bool is_copy() const { return normal_.has_same_fastest(); }
  bool is_skewed() const { return mode_.skewed; }
  bool is_staged() const { return mode_.staged; }
  /// Whether blocks write to the destination, a whole cache line at a time where they can.
  bool writes_lines() const { return mode_.streams && !mode_.staged && !mode_.skewed; }
  /// Of a shared run.
  Offset run_bytes() const { return extent(0) * word_; }
  Axis const& axis(int k) const { return axis_at(normal_, k); }
  std::int64_t extent(int k) const { return tile_.extent[static_cast<std::size_t>(k)]; }
  Offset out_step(int k) const { return out_step_[static_cast<std::size_t>(k)]; }

  /// Where each axis steps to in the output of the blocks: the destination, or the staging buffer,
  /// which holds the tile in output order with its contiguous runs one after the other.
  void lay_out() {
    Offset const run_bytes = run_.words * word_;
    Offset next = word_;
    for (int j = 0; j < normal_.rank; ++j) {
      int const k = order_[static_cast<std::size_t>(j)];
      // Runs of 128 B, 256 B, .. would put the columns of a block into a few sets of the L1 cache.
      if (j == run_.axes && run_bytes >= 128 && run_bytes % 128 == 0) next += tile::line_bytes;
      out_step_[static_cast<std::size_t>(k)] = is_staged() ? next : axis(k).dst_stride * word_;
      next *= extent(k);
    }
    stage_bytes_ = is_staged() ? next : 0;
  }

  /// Blocks as high as a line of the output, if that is how the tile can be cut: half as many as
  /// with vectors of half a line.
  void choose_blocks(tile::Isa const& isa) {
    if (is_skewed()) {
      roles_ = skewed_roles(normal_, tile_, run_);
      return;
    }
    if (mode_.indirect) return;
    if (is_copy()) {
      line_high_ = writes_lines() && fills_lines();
      return;
    }
    roles_ = tile_roles(normal_, tile_, run_.axes, isa);
    bool const are_few = roles_.few_rows || roles_.few_columns;
    if (are_few && !writes_lines()) return;
    TileRoles const otherwise = roles_;
    // Vectors of a line have found the same already.
    if (are_few || isa.vector_bytes < tile::line_bytes) {
      tile::Isa line_high = isa;
      line_high.vector_bytes = tile::line_bytes;
      line_high.most_few = 0;
      roles_ = tile_roles(normal_, tile_, run_.axes, line_high);
    }
    line_high_ = writes_lines() ? fills_lines() : has_lines();
    if (line_high_) height_ = static_cast<int>(tile::line_bytes / word_);
    else roles_ = otherwise;
  }

  /// Whether there are blocks as high as a line.
  bool has_lines() const {
    return roles_.rows * word_ >= tile::line_bytes && roles_.columns * word_ >= least_columns_bytes;
  }

  /// Whether all columns of such blocks start where lines do, and are lines.
  bool fills_lines() const {
    if (!rows_are_lines_apart(normal_)) return false;
    if (is_copy()) return run_bytes() % tile::line_bytes == 0;
    return has_lines() && roles_.rows * word_ % tile::line_bytes == 0;
  }

  std::vector<int> row_axes() const { return {order_.begin(), order_.begin() + roles_.row_axes}; }
  std::vector<int> column_axes() const {
    std::vector<int> axes(static_cast<std::size_t>(roles_.column_axes));
    std::iota(axes.begin(), axes.end(), 0);
    return axes;
  }
  bool is_column(int k) const { return k < roles_.column_axes; }
  bool is_row(int k) const {
    auto const end = order_.begin() + roles_.row_axes;
    return std::find(order_.begin(), end, k) != end;
  }

  Odometer odometer(std::vector<int> const& axes) const {
    Odometer odometer;
    for (int const k : axes) odometer.add({extent(k), axis(k).src_stride * word_, out_step(k)});
    return odometer;
  }

  void add_runs(TileProgram& tables) const {
    Odometer outer;
    for (int j = run_.axes; j < normal_.rank; ++j) {
      int const k = order_[static_cast<std::size_t>(j)];
      outer.add({extent(k), out_step(k), axis(k).dst_stride * word_});
    }
    do tables.run.push_back({outer.src(), outer.dst(), run_.words * word_});
    while (outer.advance());
  }

  /// Lines of a contiguous run of the source: one more than it fills unless all start on lines.
  int lines_of_run() const {
    bool aligned = true;
    for (int k = in_run_.axes; k < normal_.rank; ++k)
      aligned &= axis(k).src_stride * word_ % tile::line_bytes == 0;
    Offset const lines = (in_run_.words * word_ + tile::line_bytes - 1) / tile::line_bytes;
    return static_cast<int>(lines) + (aligned ? 0 : 1);
  }

  /// The source in the order in which blocks read it, run by run.
  void add_pieces(std::vector<int> const& in_order, TileProgram& tables) const {
    std::vector<int> axes;
    for (int const k : in_order)
      if (k >= in_run_.axes) axes.push_back(k);
    int const lines = lines_of_run();
    int const pieces = (lines + tile::max_piece_lines - 1) / tile::max_piece_lines;
    int const lines_of_piece = (lines + pieces - 1) / pieces;
    tables.program.pieces.lines = lines_of_piece;
    Odometer run = odometer(axes);
    do
      for (int k = 0; k < pieces; ++k) {
        // The last one ends where the run does.
        int const first = std::min(k * lines_of_piece, lines - lines_of_piece);
        tables.piece.push_back(run.src() + first * tile::line_bytes);
      }
    while (run.advance());
  }

  /// What blocks of rows and columns have in common.
  void add_rows_and_columns(TileProgram& tables) const {
    Odometer row = odometer(row_axes());
    do tables.row_src.push_back(row.src());
    while (row.advance());
    Odometer column = odometer(column_axes());
    do tables.col_out.push_back(column.dst());
    while (column.advance());
  }

  std::vector<int> axes_around_blocks() const {
    std::vector<int> axes;
    for (int k = 0; k < normal_.rank; ++k)
      if (!is_row(k) && !is_column(k)) axes.push_back(k);
    return axes;
  }

  /// Row groups outside: only the rows of one block, or of two abreast, are live at a time, so that
  /// the hardware follows their streams and the first-level TLB holds their pages. Where columns
  /// end before the contiguous run of the source does, rows are read on before others are.
  void add_transposes(TileProgram& tables) const {
    add_rows_and_columns(tables);
    BlockCuts const cuts(roles_, static_cast<int>(tables.row_src.size()), height_,
                         static_cast<int>(word_), step_bytes_);
    auto const row_groups = cuts.of_rows(tables.row_src);
    auto const column_groups = cuts.of_columns(tables.col_out);
    std::size_t const abreast = writes_lines() && line_high_ ? lines_abreast_ : 1;
    tables.program.distance = distance(column_groups, cuts.height());

    std::vector<int> const around = axes_around_blocks();
    auto const apart =
        std::find_if(around.begin(), around.end(), [this](int k) { return k >= in_run_.axes; });
    std::vector<int> source_axes = row_axes();
    source_axes.insert(source_axes.end(), around.begin(), around.end());
    add_pieces(source_axes, tables);
    auto const add_blocks = [&](std::size_t group, Offset src, Offset out) {
      std::size_t const end = std::min(group + abreast, row_groups.size());
      for (BlockPart const& cols : column_groups)
        for (std::size_t k = group; k < end; ++k) {
          BlockPart const& rows = row_groups[k];
          tables.block.push_back({src + cols.first * word_, out + rows.first * word_, rows.first,
                                  cols.first, rows.count, cols.count, rows.step, cols.step});
        }
    };
    Odometer outside = odometer({apart, around.end()});
    do {
      for (std::size_t g = 0; g < row_groups.size(); g += abreast) {
        Odometer on = odometer({around.begin(), apart});
        do add_blocks(g, outside.src() + on.src(), outside.dst() + on.dst());
        while (on.advance());
      }
    } while (outside.advance());
  }

  /// Program::distance for blocks of a height.
  int distance(std::vector<BlockPart> const& column_groups, int height) const {
    Offset bytes = 0;
    for (BlockPart const& cols : column_groups) bytes += cols.count * height * word_;
    auto const groups = static_cast<int>((distance_bytes + bytes - 1) / bytes);
    return groups * static_cast<int>(column_groups.size());
  }

  /// A few rows and all columns a block, rows outermost: they are read through the whole tile. The
  /// last block has the rows whose lines may end in the next tile.
  void add_skewed(TileProgram& tables) const {
    add_rows_and_columns(tables);
    tables.program.pieces.lines = 1;  // of no pieces: skewed tiles leave reading to hardware
    auto const rows = static_cast<int>(tables.row_src.size());
    auto const cols = static_cast<int>(tables.col_out.size());
    auto const of_line = static_cast<int>(tile::line_bytes / word_);
    auto const around = axes_around_blocks();
    for (int r = 0; r < rows;) {
      int const reach = tile::skewed_rows + of_line - 1;
      bool const is_last = r + reach > rows;
      int const count = is_last ? rows - r : tile::skewed_rows;
      Offset const step = is_last ? 0 : step_of(tables.row_src, r, reach);
      Odometer outer = odometer(around);
      do tables.block.push_back({outer.src(), outer.dst() + r * word_, r, 0, count, cols, step, 0});
      while (outer.advance());
      r += count;
    }
  }

  /// A run of the output is the rows of one column, in blocks of about a step; runs are gathered in
  /// the order of the output.
  void add_gathers(TileProgram& tables) const {
    std::vector<int> const run(order_.begin(), order_.begin() + run_.axes);
    std::vector<int> const others(order_.begin() + run_.axes, order_.begin() + normal_.rank);
    Odometer row = odometer(run);
    do tables.row_src.push_back(row.src());
    while (row.advance());
    tables.col_out.push_back(0);
    add_pieces({order_.begin(), order_.begin() + normal_.rank}, tables);
    auto const words = static_cast<int>(run_.words);
    int const most = std::max<int>(1, step_bytes_ / static_cast<int>(word_));
    Odometer outer = odometer(others);
    do
      for (int r = 0; r < words; r += most)
        tables.block.push_back(
            {outer.src(), outer.dst() + r * word_, r, 0, std::min(most, words - r), 1, 0, 0});
    while (outer.advance());
  }

  /// All other axes are rows: first those that lie side by side in the output, so that a run of it
  /// is written in one go, from as many places of the source concurrently; then these are read on.
  void add_copies(TileProgram& tables) const {
    std::vector<int> axes(order_.begin() + 1, order_.begin() + std::max(1, run_.axes));
    for (int k = 1; k < normal_.rank; ++k)
      if ((run_.mask >> static_cast<unsigned>(k) & 1U) == 0) axes.push_back(k);
    Odometer run = odometer(axes);
    do {
      tables.row_src.push_back(run.src());
      tables.col_out.push_back(run.dst());
    } while (run.advance());
    auto const rows = static_cast<int>(tables.row_src.size());
    add_pieces(axes, tables);
    for (int r = 0; r < rows; r += copied_rows)
      tables.block.push_back({0, 0, r, r, std::min(copied_rows, rows - r), 0, 0, 0});
  }

  NormalProblem const& normal_;
  Slice const& tile_;
  Offset word_;
  int height_;
  std::size_t lines_abreast_;
  TileMode const& mode_;
  int step_bytes_;
  bool line_high_ = false;
  std::array<int, max_axes> order_;
  SliceRun in_run_;  ///< contiguous in the source
  SliceRun run_;     ///< contiguous in the destination
  std::array<Offset, max_axes> out_step_{};
  TileRoles roles_;
  Offset stage_bytes_ = 0;
};

}  // namespace

TileProgram tile_program(NormalProblem const& normal, Slice const& tile, tile::Isa const& isa,
                         TileMode const& mode) {
  return ProgramBuilder(normal, tile, isa, mode).build();
}

}  // namespace isomer::detail
