// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/tile_cursor.hpp"

#include <algorithm>

namespace isomer::detail {

TileCursor::TileCursor(TileGrid const& grid, SliceTables const& tables, char* dst, char const* src,
                       Share const& share, int prefetch_tiles, std::int64_t known_end)
    : grid_(grid),
      tables_(tables),
      begin_(share.begin),
      end_(share.end),
      known_end_(known_end),
      prefetch_tiles_(prefetch_tiles),
      dst_(dst),
      src_(src),
      at_(grid.first_),
      window_{nullptr, -1, 0} {
  window_.ring = ring_.data();
  seek(begin_);
  fill_window();
}

TileCursor::TileCursor(TileGrid const& grid, SliceTables const& tables, BlockPlace const* blocks,
                       std::int64_t count, int prefetch_tiles)
    : grid_(grid),
      tables_(tables),
      begin_(0),
      end_(count * grid.tiles()),
      known_end_(end_),
      prefetch_tiles_(prefetch_tiles),
      dst_(blocks->dst),
      src_(blocks->src),
      block_(blocks),
      last_block_(blocks + count - 1),
      at_(grid.first_),
      window_{nullptr, -1, 0} {
  window_.ring = ring_.data();
  seek(begin_);
  fill_window();
}

void TileCursor::seek(std::int64_t number) {
  if (grid_.has_groups()) {
    // All groups but the last have as many tiles; the last digit, which counts groups, is the
    // slowest.
    std::int64_t const of_group = grid_.tiles_ / grid_.group_total_ * grid_.group_;
    std::int64_t const group = number / of_group;
    enter_group(group);
    std::int64_t const here = at_.positions() / at_.digit(at_.digits() - 1).extent;
    number += group * (here - of_group);
  }
  at_.seek(number);
}

/// All digits but the last are 0.
void TileCursor::enter_group(std::int64_t number) {
  in_group_ = grid_.tiles_of_group(number);
  at_.set_extent(0, in_group_);
}

bool TileCursor::next() {
  std::int64_t const number = begin_ + ++window_.at_work;
  if (number >= end_) take();
  if (number >= end_) return false;
  fill_window();
  auto const slot = static_cast<std::size_t>(window_.at_work % tile::window_tiles);
  // A group early: whether lines are carried over depends on who has the next one.
  if (number + group_of_[slot] >= end_) take();
  own(ring_[slot], number, group_of_[slot]);
  return true;
}

void TileCursor::take() {
  if (shares_ != nullptr) end_ += shares_->take(worker_).size();
  known_end_ = std::max(known_end_, end_);
}

void TileCursor::fill_window() {
  std::int64_t const wanted = std::min(
      std::max<std::int64_t>(window_.at_work, 0) + prefetch_tiles_ + 1, known_end_ - begin_);
  while (window_.known < wanted) {
    auto const slot = static_cast<std::size_t>(window_.known++ % tile::window_tiles);
    ring_[slot] = located();
    group_of_[slot] = in_group_;
    advance();
  }
}

tile::Tile TileCursor::located() const {
  tile::Tile tile{
      &tables_.of(edges()), src_ + at_.src(), dst_ + at_.dst(), false, false, 0, nullptr};
  if (grid_.continuing_end_ > grid_.continuing_begin_) connect(tile);
  return tile;
}

/// How the tile's runs and those of its neighbours along the output follow each other.
void TileCursor::connect(tile::Tile& tile) const {
  bool is_first = true;
  bool is_last = true;
  for (int d = grid_.continuing_begin_; d < grid_.continuing_end_; ++d) {
    is_first &= at_.index(d) == 0;
    is_last &= at_.is_last(d);
  }
  tile.continues = !is_first;
  tile.continued = !is_last;
  if (grid_.skewed_ && !is_last) tile.next_in_run = tile.src + to_next_of_run();
  if (!grid_.skewed_ && grid_.has_groups()) tile.carry = at_.index(0) * grid_.carry_pitch_;
}

/// Lines are carried over between tiles of the same worker only; the neighbour is a group away.
void TileCursor::own(tile::Tile& tile, std::int64_t number, std::int64_t in_group) const {
  if (grid_.skewed_) return;
  tile.continues &= number - in_group >= begin_;
  tile.continued &= number + in_group < end_;
}

/// In the source, from a tile to the one in which its runs continue.
tile::Offset TileCursor::to_next_of_run() const {
  tile::Offset distance = 0;
  for (int d = grid_.continuing_begin_; d < grid_.continuing_end_; ++d) {
    Odometer::Digit const& digit = at_.digit(d);
    distance += digit.src;
    if (!at_.is_last(d)) break;
    distance -= digit.src * digit.extent;
  }
  return distance;
}

void TileCursor::advance() {
  if (!at_.advance() && block_ != last_block_) {
    ++block_;
    dst_ = block_->dst;
    src_ = block_->src;
  }
  if (grid_.has_groups() && at_.index(0) == 0) enter_group(group_number());
}

/// The bits of the axes on which the tile is cut.
unsigned TileCursor::edges() const {
  unsigned edges = 0;
  for (int d = 0; d < at_.digits(); ++d)
    if (at_.is_last(d)) edges |= grid_.cut_[static_cast<std::size_t>(d)];
  if (grid_.has_groups() && at_.index(0) + group_number() * grid_.group_ == grid_.group_total_ - 1)
    edges |= grid_.group_cut_;
  return edges;
}

}  // namespace isomer::detail
