// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "index/odometer.hpp"
#include "problem/normal_problem.hpp"
#include "problem/order.hpp"
#include "tile/host/job.hpp"
#include "tiling/slice.hpp"
#include "tiling/tile_roles.hpp"
#include "tiling/tiling.hpp"

namespace isomer::detail {

/// How the tiles of one size lie on both sides, and what their blocks are like. All distances are
/// bytes. Problem, tile and mode have to outlive it.
struct TileLayout {
  TileLayout(NormalProblem const& problem, Slice const& extents, tile::Isa const& isa,
             TileMode const& how);

  bool is_copy() const { return copies_runs(normal, mode); }
  /// Whether blocks write to the destination, a whole cache line at a time where they can.
  bool writes_lines() const { return mode.streams && !mode.staged && !mode.skewed; }
  /// Of a shared run.
  tile::Offset run_bytes() const { return extent(0) * word; }
  std::int64_t extent(int k) const { return slice.extent[static_cast<std::size_t>(k)]; }
  tile::Offset src_step(int k) const { return axis_at(normal, k).src_stride * word; }
  tile::Offset dst_step(int k) const { return axis_at(normal, k).dst_stride * dst_word; }
  /// In the output of the blocks: the destination, or the staging buffer.
  tile::Offset out_step(int k) const { return out_steps[static_cast<std::size_t>(k)]; }

  /// Lines of a contiguous run of the source: one more than it fills unless all start on lines.
  int lines_of_run() const;
  /// In how many pieces they are prefetched.
  int pieces_of_run() const;

  /// The axes of rows, of columns, and those around blocks of them.
  std::vector<int> row_axes() const;
  std::vector<int> column_axes() const;
  std::vector<int> axes_around_blocks() const;
  /// Walks the axes, the first fastest, from the source to the output of the blocks.
  Odometer odometer(std::vector<int> const& axes) const;

  NormalProblem const& normal;
  Slice const& slice;
  TileMode const& mode;
  tile::Offset word;
  tile::Offset dst_word;         ///< another one if elements are cast, behind a buffer
  SliceRun in_run;               ///< contiguous in the source
  SliceRun run;                  ///< contiguous in the destination
  tile::Offset stage_bytes = 0;  ///< of a staging buffer; 0 without
  int height;                    ///< rows of a whole block
  int lines_abreast;             ///< of the output, written side by side
  int step_bytes;                ///< moved between prefetching and draining
  bool line_high = false;        ///< blocks are as high as a line of the output
  TileRoles roles;

 private:
  void lay_out();
  void choose_blocks(tile::Isa const& isa);
  bool has_lines() const;
  bool fills_lines() const;

  std::array<tile::Offset, max_axes> out_steps{};
};

}  // namespace isomer::detail
