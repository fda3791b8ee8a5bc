// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/tile_layout.hpp"

#include <algorithm>
#include <numeric>

#include "index/rounding.hpp"
#include "tiling/skewed.hpp"

namespace isomer::detail {

using tile::Offset;

namespace {

/// What blocks move between prefetching and draining, which cost as much as a small block.
constexpr int default_step_bytes = 2 << 10;
/// The same where vectors are whole lines that go from the registers past the caches: what is
/// prefetched at once has to share the queue of misses with them.
constexpr int line_step_bytes = 1 << 10;
/// Half a line: with fewer columns the kernels have blocks of their own.
constexpr std::int64_t min_columns_bytes = tile::line_bytes / 2;

}  // namespace

TileLayout::TileLayout(NormalProblem const& problem, Slice const& extents, tile::Isa const& isa,
                       TileMode const& how)
    : normal(problem),
      slice(extents),
      mode(how),
      word(problem.element_bytes),
      dst_word(problem.dst_element_bytes()),
      in_run(input_run(problem, extents)),
      run(output_run(problem, extents)),
      height(isa.vector_bytes / static_cast<int>(problem.element_bytes)),
      lines_abreast(detail::lines_abreast(isa, problem.element_bytes)),
      step_bytes(writes_lines() && isa.vector_bytes == tile::line_bytes ? line_step_bytes
                                                                        : default_step_bytes) {
  lay_out();
  choose_blocks(isa);
}

/// The staging buffer holds the tile in output order with its contiguous runs one after the other.
void TileLayout::lay_out() {
  Offset const bytes = run.words * word;
  Offset next = word;
  for (int j = 0; j < normal.rank; ++j) {
    int const k = normal.out_order[static_cast<std::size_t>(j)];
    // Runs of 128 B, 256 B, .. would put the columns of a block into a few sets of the L1 cache.
    if (j == run.axes && bytes >= 128 && bytes % 128 == 0) next += tile::line_bytes;
    out_steps[static_cast<std::size_t>(k)] = mode.staged ? next : dst_step(k);
    next *= extent(k);
  }
  stage_bytes = mode.staged ? next : 0;
}

/// Blocks as high as a line of the output, if that is how the tile can be cut: half as many as
/// with vectors of half a line.
void TileLayout::choose_blocks(tile::Isa const& isa) {
  if (mode.skewed) {
    roles = skewed_roles(normal, slice, run);
    return;
  }
  if (mode.gathers()) return;
  if (is_copy()) {
    line_high = writes_lines() && fills_lines();
    return;
  }
  roles = tile_roles(normal, slice, run.axes, isa);
  bool const are_records = roles.to_records || roles.from_records;
  if (are_records && !writes_lines()) return;
  TileRoles const otherwise = roles;
  // Vectors of a line have found the same already.
  if (are_records || isa.vector_bytes < tile::line_bytes) {
    tile::Isa of_lines = isa;
    of_lines.vector_bytes = tile::line_bytes;
    of_lines.max_record_words = 0;
    roles = tile_roles(normal, slice, run.axes, of_lines);
  }
  line_high = writes_lines() ? fills_lines() : has_lines();
  if (line_high) height = static_cast<int>(tile::line_bytes / word);
  else roles = otherwise;
}

/// Whether there are blocks as high as a line.
bool TileLayout::has_lines() const {
  return roles.rows * word >= tile::line_bytes && roles.columns * word >= min_columns_bytes;
}

/// Whether all columns of such blocks start where lines do, and are lines.
bool TileLayout::fills_lines() const {
  if (!rows_are_lines_apart(normal)) return false;
  if (is_copy()) return run_bytes() % tile::line_bytes == 0;
  return has_lines() && roles.rows * word % tile::line_bytes == 0;
}

int TileLayout::lines_of_run() const {
  bool aligned = true;
  for (int k = in_run.axes; k < normal.rank; ++k) aligned &= src_step(k) % tile::line_bytes == 0;
  Offset const lines = ceil_div(in_run.words * word, tile::line_bytes);
  return static_cast<int>(lines) + (aligned ? 0 : 1);
}

int TileLayout::pieces_of_run() const {
  return static_cast<int>(ceil_div(lines_of_run(), tile::max_piece_lines));
}

std::vector<int> TileLayout::row_axes() const {
  return {normal.out_order.begin(), normal.out_order.begin() + roles.row_axes};
}

std::vector<int> TileLayout::column_axes() const {
  std::vector<int> axes(static_cast<std::size_t>(roles.column_axes));
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

std::vector<int> TileLayout::axes_around_blocks() const {
  auto const rows = row_axes();
  std::vector<int> axes;
  for (int k = roles.column_axes; k < normal.rank; ++k)
    if (std::find(rows.begin(), rows.end(), k) == rows.end()) axes.push_back(k);
  return axes;
}

Odometer TileLayout::odometer(std::vector<int> const& axes) const {
  Odometer odometer;
  for (int const k : axes) odometer.add({extent(k), src_step(k), out_step(k)});
  return odometer;
}

}  // namespace isomer::detail
