// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tile/warp/plan/plan_rows.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "index/rounding.hpp"
#include "problem/order.hpp"
#include "team/team.hpp"

namespace isomer::tile::warp {
namespace {

using detail::Axis;
using detail::axis_at;
using detail::ceil_div;
using detail::NormalProblem;

/// The last block counts beyond the last piece.
constexpr std::int64_t max_pieces =
    std::numeric_limits<std::int32_t>::max() - RowGeometry::max_of_block;
/// Pieces of a run begin this far apart, a multiple of it: where the run begins on a line, all do.
constexpr std::int64_t line_bytes = 128;

class RowPlanBuilder {
 public:
  explicit RowPlanBuilder(NormalProblem const& normal) : word_(normal.element_bytes) {
    std::int64_t const run = axis_at(normal, 0).extent * word_;
    add_run(run);
    for (int k = 1; k < normal.rank; ++k) {
      Axis const& axis = axis_at(normal, k);
      add_digit(axis.extent, axis.src_stride * word_, axis.dst_stride * word_);
    }
  }

  std::optional<RowGeometry> build() {
    if (pieces_ > max_pieces) return std::nullopt;
    rows_.pieces = static_cast<std::int32_t>(pieces_);
    rows_.blocks = static_cast<std::int32_t>(ceil_div(pieces_, std::int64_t{rows_.of_block}));
    rows_.alignment = static_cast<std::int32_t>(distances_ & -distances_);
    return rows_;
  }

 private:
  /// Evenly long pieces, with room in each for what a misaligned one has more.
  void add_run(std::int64_t run) {
    constexpr std::int64_t room = RowGeometry::max_slot_bytes - 2 * team::sector_bytes;
    std::int64_t const even = ceil_div(run, ceil_div(run, room / line_bytes * line_bytes));
    std::int64_t const piece = std::min(run, ceil_div(even, line_bytes) * line_bytes);
    std::int64_t const count = ceil_div(run, piece);
    rows_.piece_bytes = static_cast<std::int32_t>(piece);
    rows_.last_bytes = static_cast<std::int32_t>(run - (count - 1) * piece);
    auto const vectors = static_cast<std::uint64_t>(ceil_div(piece, std::int64_t{vector_bytes}));
    std::uint64_t const lanes = std::min<std::uint64_t>(team::warp_lanes, std::bit_ceil(vectors));
    rows_.lanes_shift = static_cast<std::int32_t>(std::bit_width(lanes)) - 1;
    rows_.of_block =
        std::min(RowGeometry::max_of_block, RowGeometry::max_bytes / rows_.slot_bytes());
    distances_ |= static_cast<std::uint64_t>(rows_.last_bytes);
    add_digit(count, piece, piece);
  }

  void add_digit(std::int64_t extent, std::int64_t src, std::int64_t dst) {
    // Saturating: beyond 2^31 pieces there is no geometry.
    pieces_ = extent > max_pieces / pieces_ ? max_pieces + 1 : pieces_ * extent;
    if (pieces_ > max_pieces) return;
    distances_ |= static_cast<std::uint64_t>(src) | static_cast<std::uint64_t>(dst);
    rows_.digit[rows_.digits++] = {Magic(static_cast<std::uint32_t>(extent)), src, dst};
  }

  std::int64_t word_;
  RowGeometry rows_{};
  std::int64_t pieces_ = 1;
  std::uint64_t distances_ = vector_bytes;
};

}  // namespace

std::optional<RowGeometry> plan_rows(NormalProblem const& normal, std::int64_t min_bytes) {
  if (normal.rank < 1 || normal.rank > RowGeometry::max_axes) return std::nullopt;
  Axis const& run = axis_at(normal, 0);
  bool const is_shared = normal.has_same_fastest() && run.src_stride == 1 && run.dst_stride == 1;
  if (!is_shared || run.extent * normal.element_bytes < min_bytes) return std::nullopt;
  return RowPlanBuilder(normal).build();
}

}  // namespace isomer::tile::warp
