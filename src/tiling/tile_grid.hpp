// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "index/odometer.hpp"
#include "problem/normal_problem.hpp"
#include "tile/host/job.hpp"
#include "tiling/slice.hpp"
#include "tiling/slice_tables.hpp"

namespace isomer::detail {

/// The tiles of a slicing in the order they are walked.
///  - Along the input, fastest axis first: rows of the source continue from tile to tile, which
///    hardware prefetches.
///  - Along the output: a group of tiles along the input, then the next group along the axis on
///    which output runs are cut, so that runs continue where those of the group before ended. For
///    outputs whose rows do not start on cache lines.
///  - As the output lies: each thread writes one range of memory, which counts where stores go
///    through the caches, for prefetching hardware reads on into what is next to it.
class TileGrid {
 public:
  TileGrid(NormalProblem const& normal, Slice const& slice, SliceTables const& tables, Walk walk,
           std::int64_t group);

  std::int64_t tiles() const { return tiles_; }
  /// Tiles to be taken at a time: where lines are carried over, up to the next of the group.
  std::int64_t min_batch() const { return carry_bytes() > 0 ? group_ : 1; }
  /// Lines to be carried over, in bytes; 0 if no run continues from tile to tile.
  std::size_t carry_bytes() const;

 private:
  /// Tiles along an axis, and how far they are apart in bytes.
  struct Digit {
    Odometer::Digit tiles;
    unsigned cut;  ///< bit of the last tile's edge combination, 0 if it is whole
  };
  static Digit digit_of(NormalProblem const& normal, Slice const& slice, SliceTables const& tables,
                        int axis);
  void add(Digit const& digit);
  /// The first digit, tiles of a group; returns the last, groups.
  Digit begin_groups(Digit const& axis, std::int64_t group);
  bool has_groups() const { return group_total_ > 1; }
  std::int64_t tiles_of_group(std::int64_t number) const;

  /// An axis in groups has two digits, the first and the last.
  Odometer first_;  ///< at the first tile
  std::array<unsigned, max_axes + 1> cut_{};
  std::int64_t tiles_ = 1;
  std::int64_t group_ = 1;        ///< tiles of a group, but for the last
  std::int64_t group_total_ = 1;  ///< tiles of all groups side by side
  unsigned group_cut_ = 0;        ///< as Digit::cut
  int continuing_begin_ = 0;      ///< digits along which runs continue
  int continuing_end_ = 0;
  tile::Offset carry_pitch_ = 0;  ///< bytes that a tile of a group carries over
  bool skewed_ = false;

  friend class TileCursor;
};

}  // namespace isomer::detail
