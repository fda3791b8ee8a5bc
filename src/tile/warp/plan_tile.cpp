// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tile/warp/plan_tile.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <numeric>

#include "index/ceil_div.hpp"
#include "problem/order.hpp"
#include "team/team.hpp"

namespace isomer::tile::warp {
namespace {

using detail::Axis;
using detail::axis_at;
using detail::ceil_div;
using detail::NormalProblem;

constexpr int vector_bytes = 16;
constexpr std::int64_t max_blocks = std::numeric_limits<std::int32_t>::max();

/// What a kernel asks of its tiles.
struct Needs {
  TileLimits limits;
  int access_bytes;  ///< a run is a multiple of it
  int pitch_bytes;   ///< and a row in shared memory of this one; 0: an odd number of words
  int tile_bytes;
  bool takes_pieces;  ///< short runs are made of several pieces
};

/// 11 blocks of an SM, with the offsets and what Kokkos needs, are 220 of its 228 KiB on sm_90.
Needs needs_of_words(int word_bytes, TileLimits limits) {
  // 32 x 32 words of 16 bytes are as many bytes as 64 x 64 of 4.
  limits.max_rows = std::min(limits.max_rows, word_bytes == 16 ? 32 : max_tile_side);
  limits.max_cols = std::min(limits.max_cols, max_tile_side);
  return {limits, word_bytes, 0, 17 << 10, false};
}

Needs needs_of_vectors(int word_bytes, TileLimits limits) {
  limits.max_rows = std::min(limits.max_rows, max_vector_side(word_bytes));
  limits.max_cols = std::min(limits.max_cols, max_vector_side(word_bytes));
  return {limits, vector_bytes, 128, 16 << 10, true};
}

/// Leading axes of one side, and perhaps a later one, which makes pieces: all whole, but for the
/// last of which there are `cut` indices.
struct Group {
  std::array<int, detail::max_axes> const* order;
  std::int64_t Axis::*stride;
  std::int64_t limit;  ///< words
  Needs const* needs;
  std::int64_t whole = 1;  ///< words of the axes before the last
  std::int64_t cut = 1;
  int axes = 0;
  bool is_full = false;
  int pieces_axis = -1;

  std::int64_t words() const { return whole * cut; }
  bool has_pieces() const { return pieces_axis >= 0; }
  std::int64_t contiguous_words() const { return has_pieces() ? whole : words(); }
  bool is_short() const { return axes == 0 || 2 * words() <= limit; }
  int axis(int k) const {
    return has_pieces() && k + 1 == axes ? pieces_axis : (*order)[static_cast<std::size_t>(k)];
  }
};

/// The most indices of an axis that keep the run within its limit: whole accesses, evenly many in
/// each block, and a whole number of sectors where there is room for one, so that blocks begin
/// where the first does.
std::int64_t cut_of(NormalProblem const& normal, Group const& group, std::int64_t extent) {
  std::int64_t const most = group.limit / group.whole;
  if (extent <= most) return extent;
  auto const indices_of = [&](std::int64_t bytes) {
    return bytes / std::gcd(bytes, group.whole * normal.element_bytes);
  };
  std::int64_t const access = indices_of(group.needs->access_bytes);
  if (access > most) return most;
  if (!group.needs->limits.cut_at_sectors) return most / access * access;
  std::int64_t const sector = indices_of(team::sector_bytes);
  std::int64_t const unit = sector > most ? access : std::max(sector, access);
  std::int64_t const even = ceil_div(extent, ceil_div(extent, most));
  return std::min(ceil_div(even, unit), most / unit) * unit;
}

bool is_cut(NormalProblem const& normal, Group const& group) {
  return group.cut < axis_at(normal, group.axis(group.axes - 1)).extent;
}

bool is_taken(unsigned taken, int axis) { return (taken >> axis & 1U) != 0; }

void take(NormalProblem const& normal, Group& group, int axis, unsigned& taken) {
  group.whole = group.words();
  group.cut = cut_of(normal, group, axis_at(normal, axis).extent);
  taken |= 1U << axis;
  ++group.axes;
}

/// Takes the next axis of the group's side, if it continues the last one and nobody has it.
void grow(NormalProblem const& normal, Group& group, unsigned& taken) {
  group.is_full = true;
  if (group.axes == normal.rank) return;
  int const next = group.axis(group.axes);
  bool const continues = axis_at(normal, next).*group.stride == group.words();
  if (is_taken(taken, next) || !group.is_short() || !continues) return;
  take(normal, group, next, taken);
  group.is_full = is_cut(normal, group);
}

/// A run that stays short, which leaves few bytes to a tile, goes on at the next index of the first
/// axis of its side that nobody has.
void add_pieces(NormalProblem const& normal, Group& group, unsigned& taken) {
  if (!group.needs->takes_pieces || !group.is_short() || is_cut(normal, group)) return;
  for (int k = group.axes; k < normal.rank; ++k) {
    int const axis = group.axis(k);
    if (is_taken(taken, axis)) continue;
    take(normal, group, axis, taken);
    group.pieces_axis = axis;
    return;
  }
}

/// Fewer columns, if the tile is too large for its shared memory.
void fit(NormalProblem const& normal, Group const& rows, Group& cols) {
  Needs const& needs = *cols.needs;
  std::int64_t room = needs.tile_bytes / (rows.words() * normal.element_bytes);
  std::int64_t const pitch = needs.pitch_bytes / normal.element_bytes;
  room -= pitch == 0 ? 1 - room % 2 : room % pitch;
  if (cols.words() <= room) return;
  cols.limit = room >= team::warp_lanes ? room / team::warp_lanes * team::warp_lanes : room;
  cols.cut = cut_of(normal, cols, axis_at(normal, cols.axis(cols.axes - 1)).extent);
}

bool is_of(Group const& group, int axis) {
  for (int k = 0; k < group.axes; ++k)
    if (group.axis(k) == axis) return true;
  return false;
}

class Builder {
 public:
  Builder(NormalProblem const& normal, Group const& rows, Group const& cols)
      : normal_(normal), rows_(rows), cols_(cols) {}

  std::optional<TileGeometry> build() {
    tile_.rows = static_cast<std::int32_t>(rows_.words());
    tile_.cols = static_cast<std::int32_t>(cols_.words());
    int const pitch = rows_.needs->pitch_bytes / normal_.element_bytes;
    tile_.pitch = pitch == 0 ? tile_.cols | 1 : (tile_.cols + pitch - 1) / pitch * pitch;
    tile_.last_cols = add_blocks_of_cut(cols_);
    tile_.last_rows = add_blocks_of_cut(rows_);
    add_run(rows_, &Axis::src_stride);
    tile_.row_digits = tile_.run_digits;
    add_run(cols_, &Axis::dst_stride);
    for (int k = 0; k < normal_.rank; ++k)
      if (!is_of(rows_, k) && !is_of(cols_, k)) add_block_digit(axis_at(normal_, k).extent, k, 1);
    if (blocks_ > max_blocks) return std::nullopt;
    tile_.blocks = static_cast<std::int32_t>(blocks_);
    return tile_;
  }

 private:
  void add_block_digit(std::int64_t extent, int axis, std::int64_t indices) {
    // Saturating: beyond 2^31 tiles there is no geometry.
    blocks_ = extent > max_blocks / blocks_ ? max_blocks + 1 : blocks_ * extent;
    std::int64_t const step = indices * normal_.element_bytes;
    if (blocks_ > max_blocks) return;
    tile_.block[tile_.block_digits++] = {Magic(static_cast<std::uint32_t>(extent)),
                                         axis_at(normal_, axis).src_stride * step,
                                         axis_at(normal_, axis).dst_stride * step};
  }

  /// What is left of a group's last axis; returns the words of the last block.
  std::int32_t add_blocks_of_cut(Group const& group) {
    int const axis = group.axis(group.axes - 1);
    std::int64_t const extent = axis_at(normal_, axis).extent;
    std::int64_t const count = ceil_div(extent, group.cut);
    add_block_digit(count, axis, group.cut);
    return static_cast<std::int32_t>(group.whole * (extent - (count - 1) * group.cut));
  }

  void add_run(Group const& group, std::int64_t Axis::*stride) {
    for (int k = 0; k < group.axes; ++k) {
      Axis const& axis = axis_at(normal_, group.axis(k));
      std::int64_t const indices = k + 1 < group.axes ? axis.extent : group.cut;
      tile_.run[tile_.run_digits++] = {Magic(static_cast<std::uint32_t>(indices)),
                                       axis.*stride * normal_.element_bytes};
    }
  }

  NormalProblem const& normal_;
  Group const& rows_;
  Group const& cols_;
  TileGeometry tile_{};
  std::int64_t blocks_ = 1;
};

struct Groups {
  Group rows;
  Group cols;
};

constexpr std::array<int, detail::max_axes> input_order() {
  std::array<int, detail::max_axes> order{};
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<int>(k);
  return order;
}

std::optional<Groups> groups_of(NormalProblem const& normal, Needs const& needs) {
  if (normal.rank < 2 || normal.rank > TileGeometry::max_axes) return std::nullopt;
  static constexpr std::array<int, detail::max_axes> input = input_order();
  Group rows{&normal.out_order, &Axis::dst_stride, needs.limits.max_rows, &needs};
  Group cols{&input, &Axis::src_stride, needs.limits.max_cols, &needs};
  unsigned taken = 0;
  grow(normal, cols, taken);
  grow(normal, rows, taken);
  if (cols.axes == 0 || rows.axes == 0) return std::nullopt;
  // What both could use goes to the shorter run.
  while (!rows.is_full || !cols.is_full) {
    bool const turn_of_rows = !rows.is_full && (cols.is_full || rows.words() <= cols.words());
    grow(normal, turn_of_rows ? rows : cols, taken);
  }
  add_pieces(normal, cols, taken);
  add_pieces(normal, rows, taken);
  fit(normal, rows, cols);
  std::int64_t const shortest =
      std::min(rows.contiguous_words(), cols.contiguous_words()) * normal.element_bytes;
  if (shortest < needs.limits.min_run_bytes) return std::nullopt;
  return Groups{rows, cols};
}

/// A problem of which `axis`, if it is one, and the next are parts of the same axis.
struct SplitProblem {
  NormalProblem normal;
  int axis = -1;
};

/// The largest part of an axis, evenly cut, that has at most so many indices; 1 if there is none.
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

/// Where both sides have short runs, but only one of them an axis for its pieces (a batch of small
/// matrices), both get a part of it.
SplitProblem split_for_pieces(NormalProblem const& normal, Needs const& needs) {
  auto const groups = groups_of(normal, needs);
  if (!groups || normal.rank == TileGeometry::max_axes) return {normal};
  Group const& rows = groups->rows;
  Group const& cols = groups->cols;
  if (!cols.has_pieces() || !rows.is_short() || is_cut(normal, rows)) return {normal};
  std::int64_t const extent = axis_at(normal, cols.pieces_axis).extent;
  std::int64_t const part = even_part(extent, cols.limit / cols.contiguous_words());
  if (part == 1 || part == extent) return {normal};
  return split_at(normal, cols.pieces_axis, part);
}

std::optional<Groups> word_groups(NormalProblem const& normal, Needs const& needs) {
  if (normal.element_bytes < 4) return std::nullopt;
  return groups_of(normal, needs);
}

/// Whether runs, whole and cut, are whole vectors, and everything else is vectors apart.
bool is_of_vectors(NormalProblem const& normal, Groups const& groups) {
  auto const is_whole = [&](std::int64_t words) {
    return words * normal.element_bytes % vector_bytes == 0;
  };
  for (Group const* group : {&groups.rows, &groups.cols}) {
    std::int64_t const extent = axis_at(normal, group->axis(group->axes - 1)).extent;
    if (!is_whole(group->contiguous_words()) || !is_whole(group->whole * extent)) return false;
    if (group->has_pieces() && !is_whole(axis_at(normal, group->pieces_axis).*group->stride))
      return false;
  }
  for (int k = 0; k < normal.rank; ++k) {
    Axis const& axis = axis_at(normal, k);
    if (!is_of(groups.cols, k) && !is_whole(axis.src_stride)) return false;
    if (!is_of(groups.rows, k) && !is_whole(axis.dst_stride)) return false;
  }
  return true;
}

std::optional<Groups> vector_groups(NormalProblem const& normal, Needs const& needs) {
  if (normal.element_bytes >= vector_bytes) return std::nullopt;
  auto groups = groups_of(normal, needs);
  if (!groups || !is_of_vectors(normal, *groups)) return std::nullopt;
  return groups;
}

Pieces pieces_of(NormalProblem const& normal, Group const& group) {
  std::int64_t const vectors = group.contiguous_words() * normal.element_bytes / vector_bytes;
  std::int64_t const step =
      group.has_pieces() ? axis_at(normal, group.pieces_axis).*group.stride : 0;
  return {Magic(static_cast<std::uint32_t>(vectors)), step * normal.element_bytes};
}

TileExtents extents_of(NormalProblem const& normal, Groups const& groups) {
  TileExtents extents{};
  std::fill_n(extents.begin(), normal.rank, 1);
  for (Group const* group : {&groups.rows, &groups.cols})
    for (int k = 0; k < group->axes; ++k) {
      auto const axis = static_cast<std::size_t>(group->axis(k));
      extents[axis] = k + 1 < group->axes ? normal.axis[axis].extent : group->cut;
    }
  return extents;
}

/// With an axis and the next as one, if it is one.
TileExtents joined(TileExtents extents, int axis) {
  if (axis < 0) return extents;
  auto const first = extents.begin() + axis;
  *first *= first[1];
  std::copy(first + 2, extents.end(), first + 1);
  extents.back() = 0;
  return extents;
}

int shift_of(int words, int word_bytes) {
  return std::bit_width(static_cast<unsigned>(words * word_bytes / vector_bytes) - 1U);
}

}  // namespace

std::optional<TileGeometry> plan_tile(NormalProblem const& normal, TileLimits const& limits) {
  Needs const needs = needs_of_words(normal.element_bytes, limits);
  auto const groups = word_groups(normal, needs);
  if (!groups) return std::nullopt;
  return Builder(normal, groups->rows, groups->cols).build();
}

std::optional<VectorTileGeometry> plan_tile16(NormalProblem const& given,
                                              TileLimits const& limits) {
  Needs const needs = needs_of_vectors(given.element_bytes, limits);
  NormalProblem const normal = split_for_pieces(given, needs).normal;
  auto const groups = vector_groups(normal, needs);
  if (!groups) return std::nullopt;
  auto const tile = Builder(normal, groups->rows, groups->cols).build();
  if (!tile) return std::nullopt;
  // Eight lanes side by side along a column at least, which is what the swizzle serves.
  return VectorTileGeometry{*tile, pieces_of(normal, groups->cols), pieces_of(normal, groups->rows),
                            shift_of(tile->cols, normal.element_bytes),
                            std::max(3, shift_of(tile->rows, normal.element_bytes))};
}

std::optional<TileExtents> tile_extents(NormalProblem const& normal) {
  Needs const of_vectors = needs_of_vectors(normal.element_bytes, vector_limits);
  SplitProblem const split = split_for_pieces(normal, of_vectors);
  if (auto const groups = vector_groups(split.normal, of_vectors))
    return joined(extents_of(split.normal, *groups), split.axis);
  Needs const of_words = needs_of_words(normal.element_bytes, {});
  if (auto const groups = word_groups(normal, of_words)) return extents_of(normal, *groups);
  return std::nullopt;
}

}  // namespace isomer::tile::warp
