// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/tile_walk.hpp"

#include <algorithm>

#include "problem/order.hpp"

namespace isomer::detail {

TileGrid::TileGrid(Problem const& normal, Slice const& slice, TilePrograms const& programs) {
  auto const& cut = programs.cut_axes();
  for (int k = 0; k < normal.rank; ++k) {
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
  *tile = {&programs_.program(edges_), src_, dst_};
  for (int d = 0; d < grid_.digits_; ++d) {
    auto const i = static_cast<std::size_t>(d);
    auto const& digit = grid_.digit_[i];
    src_ += digit.src;
    dst_ += digit.dst;
    if (++index_[i] < digit.count) {
      if (index_[i] == digit.count - 1) edges_ |= digit.cut;
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
