// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/tile_grid.hpp"

#include <algorithm>

#include "problem/order.hpp"

namespace isomer::detail {

namespace {

/// The axes in the order in which tiles are walked, and how many of the first continue runs.
struct WalkOrder {
  std::array<int, max_axes> axis{};
  int continuing = 0;
};

/// Whether a run that ends with all of output axis `j - 1` continues in the next index of axis `j`.
/// `last_run`: bytes of the run in the last tile, 0 if no axis is cut.
bool continues_runs(NormalProblem const& normal, Slice const& slice, int j, std::int64_t last_run) {
  int const k = normal.out_order[static_cast<std::size_t>(j)];
  Axis const& inner = axis_at(normal, normal.out_order[static_cast<std::size_t>(j - 1)]);
  return slice.extent[static_cast<std::size_t>(k)] == 1 &&
         axis_at(normal, k).dst_stride == inner.dst_stride * inner.extent &&
         (last_run == 0 || last_run >= tile::line_bytes);
}

/// Along the output: the axis that cuts the runs, then those behind it in the output of which a
/// tile takes one index, for a run continues there as well. The others in input order.
WalkOrder order_along_output(NormalProblem const& normal, Slice const& slice, WalkOrder order) {
  auto const& out = normal.out_order;
  SliceRun const run = output_run(normal, slice);
  std::int64_t const bytes = run.words * normal.dst_element_bytes();
  if (run.cut < 0 || bytes < tile::line_bytes) return order;
  std::int64_t const taken = slice.extent[static_cast<std::size_t>(run.cut)];
  std::int64_t const last_run = bytes / taken * (axis_at(normal, run.cut).extent % taken);
  auto const first = static_cast<int>(std::find(out.begin(), out.end(), run.cut) - out.begin());
  for (int j = first; j < normal.rank; ++j) {
    if (j > first && !continues_runs(normal, slice, j, last_run)) break;
    auto const at = order.axis.begin() + order.continuing++;
    auto const found = std::find(at, order.axis.end(), out[static_cast<std::size_t>(j)]);
    std::rotate(at, found, found + 1);
  }
  return order;
}

WalkOrder walk_order(NormalProblem const& normal, Slice const& slice, Walk walk) {
  WalkOrder order;
  if (walk == Walk::as_output) {
    order.axis = normal.out_order;
    return order;
  }
  for (int k = 0; k < normal.rank; ++k) order.axis[static_cast<std::size_t>(k)] = k;
  return walk == Walk::along_input ? order : order_along_output(normal, slice, order);
}

}  // namespace

TileGrid::Digit TileGrid::digit_of(NormalProblem const& normal, Slice const& slice,
                                   SliceTables const& tables, int axis) {
  Axis const& whole = axis_at(normal, axis);
  std::int64_t const taken = slice.extent[static_cast<std::size_t>(axis)];
  std::int64_t const src_step = taken * normal.element_bytes * whole.src_stride;
  std::int64_t const dst_step = taken * normal.dst_element_bytes() * whole.dst_stride;
  auto const& cut = tables.cut_axes();
  auto const found = std::find(cut.begin(), cut.end(), axis);
  return {{(whole.extent + taken - 1) / taken, src_step, dst_step},
          found == cut.end() ? 0U : 1U << (found - cut.begin())};
}

void TileGrid::add(Digit const& digit) {
  cut_[static_cast<std::size_t>(first_.digits())] = digit.cut;
  first_.add_numbered(digit.tiles);
}

TileGrid::Digit TileGrid::begin_groups(Digit const& axis, std::int64_t group) {
  Odometer::Digit const& tiles = axis.tiles;
  group_total_ = tiles.extent;
  group_ = std::clamp<std::int64_t>(group, 1, group_total_);
  group_cut_ = axis.cut;
  tiles_ *= group_total_;
  add({{group_, tiles.src, tiles.dst}, 0});
  return {{(group_total_ + group_ - 1) / group_, tiles.src * group_, tiles.dst * group_}, 0};
}

std::int64_t TileGrid::tiles_of_group(std::int64_t number) const {
  return std::min(group_, group_total_ - number * group_);
}

TileGrid::TileGrid(NormalProblem const& normal, Slice const& slice, SliceTables const& tables,
                   Walk walk, std::int64_t group) {
  auto const order = walk_order(normal, slice, walk);
  auto const axis_of = [&](int j) { return order.axis[static_cast<std::size_t>(j)]; };
  auto const digit_at = [&](int j) { return digit_of(normal, slice, tables, axis_of(j)); };
  // The first axis of the others, in input order, is walked in groups.
  int grouped = -1;
  for (int j = order.continuing; j < normal.rank && order.continuing > 0 && grouped < 0; ++j)
    if (digit_at(j).tiles.extent > 1) grouped = j;
  Digit groups{};
  if (grouped >= 0) groups = begin_groups(digit_at(grouped), group);
  continuing_begin_ = continuing_end_ = first_.digits();
  for (int j = 0; j < normal.rank; ++j) {
    Digit const digit = digit_at(j);
    // A single tile is never cut: a slice takes no more than the axis has.
    if (digit.tiles.extent == 1 || j == grouped) continue;
    tiles_ *= digit.tiles.extent;
    add(digit);
    if (j < order.continuing) continuing_end_ = first_.digits();
  }
  if (grouped >= 0) add(groups);
  skewed_ = tables.are_skewed();
  if (!skewed_) carry_pitch_ = static_cast<tile::Offset>(tables.max_runs()) * tile::line_bytes;
}

std::size_t TileGrid::carry_bytes() const {
  return continuing_end_ > continuing_begin_ ? static_cast<std::size_t>(group_ * carry_pitch_) : 0;
}

}  // namespace isomer::detail
