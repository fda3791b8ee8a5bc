// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/tile_walk.hpp"

#include <algorithm>

#include "problem/order.hpp"

namespace isomer::detail {

namespace {

/// The axes in the order in which tiles are walked, and how many of the first continue runs.
struct WalkOrder {
  std::array<int, max_axes> axis{};
  int joining = 0;
};

/// Along the output: the axis that cuts the runs, then those behind it in the output of which a
/// tile takes one index, for a run goes on there as well. The others in input order.
WalkOrder walk_order(Problem const& normal, Slice const& slice, Walk walk) {
  WalkOrder order;
  for (int k = 0; k < normal.rank; ++k) order.axis[static_cast<std::size_t>(k)] = k;
  if (walk == Walk::along_input) return order;
  auto const taken = [&](int k) { return slice.extent[static_cast<std::size_t>(k)]; };
  auto const out = output_order(normal);
  int const cut = axis_that_cuts_runs(normal, slice);
  if (cut < 0 || output_run_bytes(normal, slice) < tile::line_bytes) return order;
  auto const first = static_cast<int>(std::find(out.begin(), out.end(), cut) - out.begin());
  std::int64_t const last_run = output_run_bytes(normal, slice) / taken(cut) *
                                (axis_at(normal, cut).extent % taken(cut));
  for (int j = first; j < normal.rank; ++j) {
    int const k = out[static_cast<std::size_t>(j)];
    if (j > first) {
      Axis const& inner = axis_at(normal, out[static_cast<std::size_t>(j - 1)]);
      bool const goes_on = taken(k) == 1 &&
                           axis_at(normal, k).dst_stride == inner.dst_stride * inner.extent &&
                           (last_run == 0 || last_run >= tile::line_bytes);
      if (!goes_on) break;
    }
    auto const at = order.axis.begin() + order.joining++;
    auto const found = std::find(at, order.axis.end(), k);
    std::rotate(at, found, found + 1);
  }
  return order;
}

}  // namespace

TileGrid::TileGrid(Problem const& normal, Slice const& slice, TilePrograms const& programs,
                   Walk walk) {
  auto const& cut = programs.cut_axes();
  auto const order = walk_order(normal, slice, walk);
  for (int j = 0; j < normal.rank; ++j) {
    int const k = order.axis[static_cast<std::size_t>(j)];
    Axis const& axis = axis_at(normal, k);
    std::int64_t const taken = slice.extent[static_cast<std::size_t>(k)];
    std::int64_t const count = (axis.extent + taken - 1) / taken;
    tiles_ *= count;
    // A single tile is never cut: a slice takes no more than the axis has.
    if (count == 1) continue;
    auto const found = std::find(cut.begin(), cut.end(), k);
    unsigned const bit = found == cut.end() ? 0U : 1U << (found - cut.begin());
    std::int64_t const step = taken * normal.element_bytes;
    digit_[static_cast<std::size_t>(digits_++)] = {count, step * axis.src_stride,
                                                   step * axis.dst_stride, bit};
    if (j < order.joining) joining_ = digits_;
  }
}

TileWalk::TileWalk(TileGrid const& grid, TilePrograms const& programs, char* dst, char const* src,
                   std::int64_t begin, std::int64_t end)
    : grid_(grid), programs_(programs), dst_(dst), src_(src), left_(end - begin) {
  for (int d = 0; d < grid_.digits_; ++d) {
    auto const i = static_cast<std::size_t>(d);
    auto const& digit = grid_.digit_[i];
    index_[i] = begin % digit.count;
    begin /= digit.count;
    src_ += index_[i] * digit.src;
    dst_ += index_[i] * digit.dst;
    if (index_[i] == digit.count - 1) edges_ |= digit.cut;
  }
}

bool TileWalk::step(tile::Tile* tile) {
  if (left_ == 0) return false;
  --left_;
  *tile = {&programs_.program(edges_), src_, dst_, joins_};
  joins_ = false;
  for (int d = 0; d < grid_.digits_; ++d) {
    auto const i = static_cast<std::size_t>(d);
    auto const& digit = grid_.digit_[i];
    src_ += digit.src;
    dst_ += digit.dst;
    if (++index_[i] < digit.count) {
      if (index_[i] == digit.count - 1) edges_ |= digit.cut;
      joins_ = d < grid_.joining_;
      break;
    }
    src_ -= digit.src * digit.count;
    dst_ -= digit.dst * digit.count;
    index_[i] = 0;
    edges_ &= ~digit.cut;
  }
  return true;
}

}  // namespace isomer::detail
