// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tile/warp/plan/tile_groups.hpp"

#include <algorithm>
#include <numeric>

#include "index/rounding.hpp"
#include "problem/order.hpp"
#include "team/team.hpp"
#include "tile/warp/plan/pairs.hpp"
#include "tile/warp/run.hpp"
#include "tile/warp/tile_of_words.hpp"

namespace isomer::tile::warp {
namespace {

using detail::Axis;
using detail::axis_at;
using detail::ceil_div;
using detail::NormalProblem;

TileLimits within(TileLimits limits, int word_bytes) {
  limits.max_rows = std::min(limits.max_rows, max_side(word_bytes));
  limits.max_cols = std::min(limits.max_cols, max_side(word_bytes));
  return limits;
}

/// The most indices of an axis that keep the run within its limit: whole accesses, evenly many in
/// each block, and a whole number of sectors where there is room for one, so that blocks begin
/// where the first does.
std::int64_t cut_of(NormalProblem const& normal, TileNeeds const& needs, TileGroup const& group,
                    std::int64_t extent) {
  std::int64_t const most = group.limit / group.whole;
  if (extent <= most) return extent;
  auto const indices_of = [&](std::int64_t bytes) {
    return bytes / std::gcd(bytes, group.whole * normal.element_bytes);
  };
  std::int64_t const access = indices_of(needs.access_bytes);
  if (access > most) return most;
  if (!needs.limits.cut_at_sectors) return most / access * access;
  std::int64_t const sector = indices_of(team::sector_bytes);
  std::int64_t const unit = sector > most ? access : std::max(sector, access);
  std::int64_t const even = ceil_div(extent, ceil_div(extent, most));
  return std::min(ceil_div(even, unit), most / unit) * unit;
}

bool is_cut(NormalProblem const& normal, TileGroup const& group) {
  return group.cut < axis_at(normal, group.last_axis()).extent;
}

bool is_taken(unsigned taken, int axis) { return (taken >> axis & 1U) != 0; }

void take(NormalProblem const& normal, TileNeeds const& needs, TileGroup& group, int axis,
          unsigned& taken) {
  group.whole = group.words();
  group.cut = cut_of(normal, needs, group, axis_at(normal, axis).extent);
  taken |= 1U << axis;
  ++group.axes;
}

/// Takes the next axis of the group's side, if it continues the last one and nobody has it.
void grow(NormalProblem const& normal, TileNeeds const& needs, TileGroup& group, unsigned& taken) {
  group.is_full = true;
  if (group.axes == normal.rank) return;
  int const next = group.axis(group.axes);
  bool const continues = axis_at(normal, next).*group.stride == group.words();
  if (is_taken(taken, next) || !group.is_short() || !continues) return;
  take(normal, needs, group, next, taken);
  group.is_full = is_cut(normal, group);
}

/// A run that stays short, which leaves few bytes to a tile, goes on at the next index of the first
/// axis of its side that nobody has.
void add_pieces(NormalProblem const& normal, TileNeeds const& needs, TileGroup& group,
                unsigned& taken) {
  if (!needs.takes_pieces || !group.is_short() || is_cut(normal, group)) return;
  for (int k = group.axes; k < normal.rank; ++k) {
    int const axis = group.axis(k);
    if (is_taken(taken, axis)) continue;
    take(normal, needs, group, axis, taken);
    group.pieces_axis = axis;
    return;
  }
}

/// Fewer columns, if the tile is too large for its shared memory.
void fit(NormalProblem const& normal, TileNeeds const& needs, TileGroups& groups) {
  TileGroup& cols = groups.cols;
  std::int64_t const room = needs.cols_for(groups.rows.words());
  if (cols.words() <= room) return;
  cols.limit = room >= team::warp_lanes ? room / team::warp_lanes * team::warp_lanes : room;
  cols.cut = cut_of(normal, needs, cols, axis_at(normal, cols.last_axis()).extent);
}

constexpr std::array<int, detail::max_axes> input_order() {
  std::array<int, detail::max_axes> order{};
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<int>(k);
  return order;
}

/// The largest part of an axis, evenly cut, that has at most `most` indices; 1 if there is none.
std::int64_t even_part(std::int64_t extent, std::int64_t most) {
  while (most > 1 && extent % most != 0) --most;
  return std::max<std::int64_t>(most, 1);
}

SplitProblem split_at(NormalProblem const& normal, int axis, std::int64_t indices) {
  detail::Problem split = normal;
  auto const first = split.axis.begin() + axis;
  std::copy_backward(first, split.axis.begin() + split.rank, split.axis.begin() + split.rank + 1);
  ++split.rank;
  first[0].extent = indices;
  first[1].extent /= indices;
  first[1].src_stride *= indices;
  first[1].dst_stride *= indices;
  return {split, axis};
}

}  // namespace

TileNeeds needs_of_words(int word_bytes, TileLimits limits) {
  // Columns of eight vectors, of which eight are moved at a time (run_tile.hpp).
  if (word_bytes == 2) limits.max_rows = std::min(limits.max_rows, 64);
  return {within(limits, word_bytes), word_bytes, word_bytes, 0, 18 << 10, false};
}

TileNeeds needs_of_vectors(int word_bytes, TileLimits limits) {
  return {within(limits, word_bytes), word_bytes, vector_bytes, 128, 16 << 10, true};
}

int TileNeeds::pitch_of(std::int64_t cols) const {
  int const bytes = static_cast<int>(cols) * word_bytes;
  if (pitch_bytes == 0) return pitch_of_words(word_bytes, bytes);
  return detail::round_up(bytes, pitch_bytes);
}

std::int64_t TileNeeds::cols_for(std::int64_t rows) const {
  std::int64_t cols = tile_bytes / (rows * word_bytes);
  while (cols > 1 && rows * pitch_of(cols) > tile_bytes) --cols;
  return cols;
}

bool TileGroup::has(int axis) const {
  for (int k = 0; k < axes; ++k)
    if (this->axis(k) == axis) return true;
  return false;
}

std::optional<TileGroups> groups_of(NormalProblem const& normal, TileNeeds const& needs) {
  if (normal.rank < 2 || normal.rank > TileGeometry::max_axes) return std::nullopt;
  static constexpr std::array<int, detail::max_axes> input = input_order();
  TileGroup rows{&normal.out_order, &Axis::dst_stride, needs.limits.max_rows};
  TileGroup cols{&input, &Axis::src_stride, needs.limits.max_cols};
  unsigned taken = 0;
  grow(normal, needs, cols, taken);
  grow(normal, needs, rows, taken);
  if (cols.axes == 0 || rows.axes == 0) return std::nullopt;
  // What both could use goes to the shorter run.
  while (!rows.is_full || !cols.is_full) {
    bool const turn_of_rows = !rows.is_full && (cols.is_full || rows.words() <= cols.words());
    grow(normal, needs, turn_of_rows ? rows : cols, taken);
  }
  add_pieces(normal, needs, cols, taken);
  add_pieces(normal, needs, rows, taken);
  TileGroups groups{rows, cols};
  fit(normal, needs, groups);
  std::int64_t const shortest =
      std::min(groups.rows.contiguous_words(), groups.cols.contiguous_words()) *
      normal.element_bytes;
  if (shortest < needs.limits.min_run_bytes) return std::nullopt;
  return groups;
}

SplitProblem split_for_pieces(NormalProblem const& normal, TileNeeds const& needs) {
  auto const groups = groups_of(normal, needs);
  if (!groups || normal.rank == TileGeometry::max_axes) return {normal};
  TileGroup const& rows = groups->rows;
  TileGroup const& cols = groups->cols;
  if (!cols.has_pieces() || !rows.is_short() || is_cut(normal, rows)) return {normal};
  // Which pair of arrays a word is in may depend on its row or on its column, not on both.
  if (counts_pairs(normal, cols.pieces_axis)) return {normal};
  std::int64_t const extent = axis_at(normal, cols.pieces_axis).extent;
  std::int64_t const part = even_part(extent, cols.limit / cols.contiguous_words());
  if (part == 1 || part == extent) return {normal};
  return split_at(normal, cols.pieces_axis, part);
}

}  // namespace isomer::tile::warp
