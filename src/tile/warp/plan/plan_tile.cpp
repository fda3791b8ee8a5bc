// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tile/warp/plan/plan_tile.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "index/rounding.hpp"
#include "problem/order.hpp"
#include "team/max_blocks.hpp"
#include "tile/warp/plan/tile_groups.hpp"
#include "tile/warp/run.hpp"

namespace isomer::tile::warp {
namespace {

using detail::Axis;
using detail::axis_at;
using detail::ceil_div;
using detail::NormalProblem;
using team::max_blocks;

/// Log2 of a lane for each vector of a run, rounded up.
int shift_of_lanes(int words, int word_bytes) {
  int const vectors = std::max(1, words * word_bytes / vector_bytes);
  return std::bit_width(static_cast<unsigned>(vectors) - 1U);
}

class TilePlanBuilder {
 public:
  TilePlanBuilder(NormalProblem const& normal, TileNeeds const& needs, TileGroups const& groups)
      : normal_(normal), needs_(needs), rows_(groups.rows), cols_(groups.cols) {}

  std::optional<TileGeometry> build() {
    tile_.rows = static_cast<std::int32_t>(rows_.words());
    tile_.cols = static_cast<std::int32_t>(cols_.words());
    tile_.pitch = needs_.pitch_of(tile_.cols);
    tile_.cols_shift = shift_of_lanes(tile_.cols, normal_.element_bytes);
    // What the kernels do against conflicts of banks serves eight lanes side by side along a
    // column.
    tile_.rows_shift = std::max(3, shift_of_lanes(tile_.rows, normal_.element_bytes));
    tile_.last_cols = add_blocks_of_cut(cols_);
    tile_.last_rows = add_blocks_of_cut(rows_);
    add_run(rows_, &Axis::src_stride);
    tile_.row_digits = tile_.run_digits;
    add_run(cols_, &Axis::dst_stride);
    for (int k = 0; k < normal_.rank; ++k)
      if (!rows_.has(k) && !cols_.has(k)) add_block_digit(axis_at(normal_, k).extent, k, 1);
    if (blocks_ > max_blocks) return std::nullopt;
    tile_.blocks = static_cast<std::int32_t>(blocks_);
    return tile_;
  }

 private:
  void add_block_digit(std::int64_t extent, int axis, std::int64_t indices) {
    // Saturating: beyond that many tiles there is no geometry.
    blocks_ = extent > max_blocks / blocks_ ? max_blocks + 1 : blocks_ * extent;
    std::int64_t const step = indices * normal_.element_bytes;
    if (blocks_ > max_blocks) return;
    tile_.block[tile_.block_digits++] = {Magic(static_cast<std::uint32_t>(extent)),
                                         axis_at(normal_, axis).src_stride * step,
                                         axis_at(normal_, axis).dst_stride * step};
  }

  /// What is left of a group's last axis; returns the words of the last block.
  std::int32_t add_blocks_of_cut(TileGroup const& group) {
    int const axis = group.last_axis();
    std::int64_t const extent = axis_at(normal_, axis).extent;
    std::int64_t const count = ceil_div(extent, group.cut);
    add_block_digit(count, axis, group.cut);
    return static_cast<std::int32_t>(group.whole * (extent - (count - 1) * group.cut));
  }

  void add_run(TileGroup const& group, std::int64_t Axis::*stride) {
    for (int k = 0; k < group.axes; ++k) {
      Axis const& axis = axis_at(normal_, group.axis(k));
      std::int64_t const indices = k + 1 < group.axes ? axis.extent : group.cut;
      tile_.run[tile_.run_digits++] = {Magic(static_cast<std::uint32_t>(indices)),
                                       axis.*stride * normal_.element_bytes};
    }
  }

  NormalProblem const& normal_;
  TileNeeds const& needs_;
  TileGroup const& rows_;
  TileGroup const& cols_;
  TileGeometry tile_{};
  std::int64_t blocks_ = 1;
};

/// Whether runs, whole and cut, are whole vectors, and everything else is vectors apart.
bool is_of_vectors(NormalProblem const& normal, TileGroups const& groups) {
  auto const is_whole = [&](std::int64_t words) {
    return words * normal.element_bytes % vector_bytes == 0;
  };
  for (TileGroup const* group : {&groups.rows, &groups.cols}) {
    std::int64_t const extent = axis_at(normal, group->last_axis()).extent;
    if (!is_whole(group->contiguous_words()) || !is_whole(group->whole * extent)) return false;
    if (group->has_pieces() && !is_whole(axis_at(normal, group->pieces_axis).*group->stride))
      return false;
  }
  for (int k = 0; k < normal.rank; ++k) {
    Axis const& axis = axis_at(normal, k);
    if (!groups.cols.has(k) && !is_whole(axis.src_stride)) return false;
    if (!groups.rows.has(k) && !is_whole(axis.dst_stride)) return false;
  }
  return true;
}

std::optional<TileGroups> vector_groups(NormalProblem const& normal, TileNeeds const& needs) {
  if (normal.element_bytes >= vector_bytes) return std::nullopt;
  auto groups = groups_of(normal, needs);
  if (!groups || !is_of_vectors(normal, *groups)) return std::nullopt;
  return groups;
}

Pieces pieces_of(NormalProblem const& normal, TileGroup const& group) {
  std::int64_t const vectors = group.contiguous_words() * normal.element_bytes / vector_bytes;
  std::int64_t const step =
      group.has_pieces() ? axis_at(normal, group.pieces_axis).*group.stride : 0;
  return {Magic(static_cast<std::uint32_t>(vectors)), step * normal.element_bytes};
}

TileExtents extents_of(NormalProblem const& normal, TileGroups const& groups) {
  TileExtents extents{};
  std::fill_n(extents.begin(), normal.rank, 1);
  for (TileGroup const* group : {&groups.rows, &groups.cols})
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

}  // namespace

std::optional<TileGeometry> plan_tile(NormalProblem const& normal, TileLimits const& limits) {
  TileNeeds const needs = needs_of_words(normal.element_bytes, limits);
  auto const groups = groups_of(normal, needs);
  if (!groups) return std::nullopt;
  return TilePlanBuilder(normal, needs, *groups).build();
}

std::optional<VectorTileGeometry> plan_tile16(NormalProblem const& given,
                                              TileLimits const& limits) {
  TileNeeds const needs = needs_of_vectors(given.element_bytes, limits);
  NormalProblem const normal = split_for_pieces(given, needs).normal;
  auto const groups = vector_groups(normal, needs);
  if (!groups) return std::nullopt;
  auto const tile = TilePlanBuilder(normal, needs, *groups).build();
  if (!tile) return std::nullopt;
  return VectorTileGeometry{*tile, pieces_of(normal, groups->cols),
                            pieces_of(normal, groups->rows)};
}

std::optional<TileExtents> tile_extents(NormalProblem const& normal) {
  TileNeeds const of_vectors = needs_of_vectors(normal.element_bytes, {});
  SplitProblem const split = split_for_pieces(normal, of_vectors);
  if (auto const groups = vector_groups(split.normal, of_vectors))
    return joined(extents_of(split.normal, *groups), split.axis);
  TileNeeds const of_words = needs_of_words(normal.element_bytes, {});
  if (auto const groups = groups_of(normal, of_words)) return extents_of(normal, *groups);
  return std::nullopt;
}

}  // namespace isomer::tile::warp
