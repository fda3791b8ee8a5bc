// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <vector>

#include "tiling/tile_tables.hpp"

namespace isomer::detail {

/// The tables of one slicing: one for each combination of axes on which a tile can be cut short
/// by the end of the tensor.
class SliceTables {
 public:
  SliceTables(NormalProblem const& normal, Slice const& slice, tile::Isa const& isa,
              TileMode const& mode);

  /// Axes on which the last tile is shorter, in the order of the bits of `edges`.
  std::vector<int> const& cut_axes() const { return cut_axes_; }
  tile::Tables const& of(unsigned edges) const { return tables_[edges].view; }
  /// Bytes of one staging buffer; 0 without staging.
  std::size_t stage_bytes() const { return stage_bytes_; }
  bool are_skewed() const { return of(0).rows > 0; }
  /// Whether the blocks of a tile that is not cut are as high as a line.
  bool are_line_high() const { return of(0).line_high; }
  /// The most runs of any tile.
  std::size_t max_runs() const { return max_runs_; }

 private:
  std::vector<int> cut_axes_;
  std::vector<TileTables> tables_;
  std::size_t stage_bytes_ = 0;
  std::size_t max_runs_ = 0;
};

}  // namespace isomer::detail
