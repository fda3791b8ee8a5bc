// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/tile_walk.hpp"

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
  if (walk == Walk::as_output) {
    order.axis = output_order(normal);
    return order;
  }
  auto const taken = [&](int k) { return slice.extent[static_cast<std::size_t>(k)]; };
  auto const out = output_order(normal);
  SliceRun const run = output_run(normal, slice, out);
  int const cut = run.cut;
  if (cut < 0 || run.words * normal.element_bytes < tile::line_bytes) return order;
  auto const first = static_cast<int>(std::find(out.begin(), out.end(), cut) - out.begin());
  std::int64_t const last_run =
      run.words * normal.element_bytes / taken(cut) * (axis_at(normal, cut).extent % taken(cut));
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
                   Walk walk, std::int64_t band) {
  auto const& cut = programs.cut_axes();
  auto const order = walk_order(normal, slice, walk);
  auto const digit_of = [&](int k) -> Digit {
    Axis const& axis = axis_at(normal, k);
    std::int64_t const taken = slice.extent[static_cast<std::size_t>(k)];
    std::int64_t const step = taken * normal.element_bytes;
    auto const found = std::find(cut.begin(), cut.end(), k);
    return {(axis.extent + taken - 1) / taken, step * axis.src_stride, step * axis.dst_stride,
            found == cut.end() ? 0U : 1U << (found - cut.begin())};
  };
  // The first axis of the others, in input order, is walked in bands.
  int banded = -1;
  for (int j = order.joining; j < normal.rank && order.joining > 0 && banded < 0; ++j) {
    int const k = order.axis[static_cast<std::size_t>(j)];
    if (digit_of(k).count > 1) banded = k;
  }
  Digit outer{};
  if (banded >= 0) {
    Digit inner = digit_of(banded);
    band_total_ = inner.count;
    band_ = std::clamp<std::int64_t>(band, 1, band_total_);
    band_cut_ = inner.cut;
    outer = {(band_total_ + band_ - 1) / band_, inner.src * band_, inner.dst * band_, 0};
    tiles_ *= band_total_;
    add({band_, inner.src, inner.dst, 0});
  }
  joining_begin_ = joining_end_ = digits_;
  for (int j = 0; j < normal.rank; ++j) {
    int const k = order.axis[static_cast<std::size_t>(j)];
    Digit const digit = digit_of(k);
    // A single tile is never cut: a slice takes no more than the axis has.
    if (digit.count == 1 || k == banded) continue;
    tiles_ *= digit.count;
    add(digit);
    if (j < order.joining) joining_end_ = digits_;
  }
  if (banded >= 0) add(outer);
  slanted_ = programs.are_slanted();
  if (!slanted_) carry_pitch_ = static_cast<tile::Offset>(programs.most_runs()) * tile::line_bytes;
}

std::size_t TileGrid::carry_bytes() const {
  return joining_end_ > joining_begin_ ? static_cast<std::size_t>(band_ * carry_pitch_) : 0;
}

TileWalk::TileWalk(TileGrid const& grid, TilePrograms const& programs, char* dst, char const* src,
                   Share const& share)
    : grid_(grid),
      programs_(programs),
      dst_(dst),
      src_(src),
      begin_(share.begin),
      number_(share.begin),
      end_(share.end) {
  std::int64_t rest = begin_;
  int digits = grid_.digits_;
  if (in_bands()) {
    // All bands but the last have as many tiles; the last is the slowest digit.
    std::int64_t const of_band = grid_.tiles_ / grid_.band_total_ * grid_.band_;
    band_number() = rest / of_band;
    rest %= of_band;
    in_band_ = tiles_of_band();
    --digits;
  }
  for (int d = 0; d < digits; ++d) {
    auto const i = static_cast<std::size_t>(d);
    std::int64_t const count = d == 0 && in_bands() ? in_band_ : grid_.digit_[i].count;
    index_[i] = count > 0 ? rest % count : 0;
    rest = count > 0 ? rest / count : 0;
  }
  for (int d = 0; d < grid_.digits_; ++d) {
    auto const i = static_cast<std::size_t>(d);
    src_ += index_[i] * grid_.digit_[i].src;
    dst_ += index_[i] * grid_.digit_[i].dst;
  }
  find_edges();
}

void TileWalk::find_edges() {
  edges_ = 0;
  for (int d = 0; d < grid_.digits_; ++d) {
    auto const i = static_cast<std::size_t>(d);
    if (index_[i] == grid_.digit_[i].count - 1) edges_ |= grid_.digit_[i].cut;
  }
  if (in_bands() && index_[0] + band_number() * grid_.band_ == grid_.band_total_ - 1)
    edges_ |= grid_.band_cut_;
}

bool TileWalk::step(tile::Tile* tile) {
  // A band early: whether lines are carried over depends on who has the next one.
  if (shares_ != nullptr && number_ + in_band_ >= end_) end_ += shares_->take(worker_).size();
  if (number_ == end_) return false;
  *tile = {&programs_.program(edges_), src_, dst_, false, false, 0, nullptr};
  if (grid_.joining_end_ > grid_.joining_begin_) join(tile);
  ++number_;
  advance();
  return true;
}

/// How the tile and its neighbours along the output share lines.
void TileWalk::join(tile::Tile* tile) const {
  bool is_first = true;
  bool is_last = true;
  for (int d = grid_.joining_begin_; d < grid_.joining_end_; ++d) {
    auto const i = static_cast<std::size_t>(d);
    is_first &= index_[i] == 0;
    is_last &= index_[i] == grid_.digit_[i].count - 1;
  }
  if (grid_.slanted_) {
    tile->joins = !is_first;
    if (!is_last) tile->beyond = src_ + to_next_of_run();
    return;
  }
  // The neighbour is a band away, and may be another thread's.
  tile->joins = !is_first && number_ - in_band_ >= begin_;
  tile->carries = !is_last && number_ + in_band_ < end_;
  if (in_bands()) tile->carry = index_[0] * grid_.carry_pitch_;
}

/// In the source, from a tile to the one in which its runs go on.
tile::Offset TileWalk::to_next_of_run() const {
  tile::Offset distance = 0;
  for (int d = grid_.joining_begin_; d < grid_.joining_end_; ++d) {
    auto const i = static_cast<std::size_t>(d);
    distance += grid_.digit_[i].src;
    if (index_[i] + 1 < grid_.digit_[i].count) break;
    distance -= grid_.digit_[i].src * grid_.digit_[i].count;
  }
  return distance;
}

void TileWalk::advance() {
  for (int d = 0; d < grid_.digits_; ++d) {
    auto const i = static_cast<std::size_t>(d);
    auto const& digit = grid_.digit_[i];
    std::int64_t const count = d == 0 && in_bands() ? in_band_ : digit.count;
    src_ += digit.src;
    dst_ += digit.dst;
    if (++index_[i] < count) {
      if (in_bands() && d == grid_.digits_ - 1) in_band_ = tiles_of_band();
      break;
    }
    src_ -= digit.src * count;
    dst_ -= digit.dst * count;
    index_[i] = 0;
  }
  find_edges();
}

}  // namespace isomer::detail
