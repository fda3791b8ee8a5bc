// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "problem/normal_problem.hpp"
#include "team/work_shares.hpp"
#include "tile/host/job.hpp"
#include "tiling/slice_tables.hpp"
#include "tiling/tile_cursor.hpp"
#include "tiling/tile_grid.hpp"
#include "tiling/tiling.hpp"

namespace isomer::detail {

/// How the kernels cast the elements of a problem, if it casts any.
std::optional<tile::Cast> host_cast_of(NormalProblem const& normal, tile::Kernels const& kernels);

/// What the tables of a slicing amount to on the host, independent of the execution space.
class HostTiles {
 public:
  HostTiles(NormalProblem const& normal, Tiling const& tiling, tile::Kernels const& kernels);

  std::int64_t tiles() const { return grid_.tiles(); }
  /// Of a thread: two buffers for a tile each and the lines carried over; 0 without staging.
  std::size_t scratch_bytes() const;

  /// A single tile through the caches that needs no buffer: nothing to be walked or fetched ahead.
  bool is_one_tile() const { return tiles() == 1 && tables_.stage_bytes() == 0 && !streams_; }
  void run_only_tile(char* dst, char const* src) const;

  /// All tiles, or some. `scale` is null for a plain move; `stage`, which begins on a line, may be
  /// where scratch_bytes() is 0.
  void run(char* dst, char const* src, tile::Scale const* scale, char* stage) const {
    run(dst, src, scale, {0, tiles()}, stage);
  }
  void run(char* dst, char const* src, tile::Scale const* scale, Share const& share,
           char* stage) const;
  /// All tiles of several problems, at least one, as if they were one problem.
  void run_blocks(BlockPlace const* blocks, std::int64_t count, tile::Scale const* scale,
                  char* stage) const;
  /// Those that a worker takes of some shared out by `min_batch`, or steals.
  void run(char* dst, char const* src, tile::Scale const* scale, WorkShares& shares, int worker,
           char* stage) const;
  std::int64_t min_batch() const { return grid_.min_batch(); }

 private:
  /// With a line at least between one buffer and what is behind it: what blocks write, and what
  /// leaves for the destination.
  std::size_t stage_pitch() const { return (tables_.stage_bytes() + 127) / 64 * 64; }
  std::size_t carry_bytes() const { return streams_ ? grid_.carry_bytes() : 0; }
  /// What streams straight to the destination starts where a line or, skewed, a word does; out of a
  /// buffer anywhere, but no element that is cast may lie across two lines.
  bool can_stream(std::uintptr_t dst, bool staged) const;
  tile::Job job_of(std::uintptr_t dst, tile::Scale const* scale, char* stage) const;
  void run(TileCursor& cursor, tile::Job const& job) const;

  tile::Kernels const* kernels_;
  SliceTables tables_;
  TileGrid grid_;
  int word_;                        ///< as tile::Job takes it
  std::optional<tile::Cast> cast_;  ///< of elements that leave a buffer
  bool streams_;
  bool pipelined_;
  int prefetch_lines_;
  int prefetch_tiles_;  ///< tiles that a window has to show behind the one at work
};

}  // namespace isomer::detail
