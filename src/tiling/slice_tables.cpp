// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/slice_tables.hpp"

#include <algorithm>

#include "problem/order.hpp"

namespace isomer::detail {

SliceTables::SliceTables(NormalProblem const& normal, Slice const& slice, tile::Isa const& isa,
                         TileMode const& mode) {
  for (int k = 0; k < normal.rank; ++k)
    if (axis_at(normal, k).extent % slice.extent[static_cast<std::size_t>(k)] != 0)
      cut_axes_.push_back(k);
  auto const combinations = std::size_t{1} << cut_axes_.size();
  tables_.reserve(combinations);
  for (std::size_t edges = 0; edges < combinations; ++edges) {
    Slice tile = slice;
    for (std::size_t bit = 0; bit < cut_axes_.size(); ++bit)
      if ((edges >> bit & 1U) != 0) {
        auto const k = static_cast<std::size_t>(cut_axes_[bit]);
        tile.extent[k] = normal.axis[k].extent % slice.extent[k];
      }
    TileTables const& last = tables_.emplace_back(tile_tables(normal, tile, isa, mode));
    max_runs_ = std::max(max_runs_, last.run.size());
    stage_bytes_ = std::max(stage_bytes_, last.stage_bytes);
  }
}

}  // namespace isomer::detail
