// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>

#include "index/odometer.hpp"
#include "team/work_shares.hpp"
#include "tile/host/job.hpp"
#include "tiling/tile_grid.hpp"

namespace isomer::detail {

/// Where a problem's arrays begin.
struct BlockPlace {
  char* dst;
  char const* src;
};

/// A contiguous part of the tiles, one after the other, each with a window of those to come.
class TileCursor {
 public:
  /// `prefetch_tiles`: how many tiles behind the one at work are to be known, as far as
  /// `known_end`, which the share may grow to. Below tile::window_tiles.
  TileCursor(TileGrid const& grid, SliceTables const& tables, char* dst, char const* src,
             Share const& share, int prefetch_tiles, std::int64_t known_end);
  TileCursor(TileGrid const& grid, SliceTables const& tables, char* dst, char const* src,
             Share const& share, int prefetch_tiles = 0)
      : TileCursor(grid, tables, dst, src, share, prefetch_tiles, share.end) {}

  /// All tiles of one problem after the other; there is one at least.
  TileCursor(TileGrid const& grid, SliceTables const& tables, BlockPlace const* blocks,
             std::int64_t count, int prefetch_tiles);

  /// Continues through what the worker's share still has, batch by batch.
  void extend_by(WorkShares& shares, int worker) {
    shares_ = &shares;
    worker_ = worker;
  }

  /// Puts the next tile to work; false behind the last. The window shows tiles before it, too.
  bool next();
  tile::Window const& window() const { return window_; }
  tile::Tile const& at_work() const { return window_.tile(window_.at_work); }

 private:
  void take();
  void fill_window();
  tile::Tile located() const;
  void connect(tile::Tile& tile) const;
  void own(tile::Tile& tile, std::int64_t number, std::int64_t in_group) const;
  tile::Offset to_next_of_run() const;
  void seek(std::int64_t number);
  void enter_group(std::int64_t number);
  void advance();
  unsigned edges() const;
  std::int64_t group_number() const { return at_.index(at_.digits() - 1); }

  TileGrid const& grid_;
  SliceTables const& tables_;
  std::int64_t begin_;      ///< of the tiles that are this worker's
  std::int64_t end_;        ///< as far as is known
  std::int64_t known_end_;  ///< no tile from there on is looked at
  std::int64_t prefetch_tiles_;
  WorkShares* shares_ = nullptr;
  int worker_ = 0;

  char* dst_;
  char const* src_;
  BlockPlace const* block_ = nullptr;  ///< the problem that is looked at, if there are several,
  BlockPlace const* last_block_ = nullptr;  ///< and the last of them
  Odometer at_;                             ///< the tile that is looked at next
  std::int64_t in_group_ = 1;               ///< tiles of its group

  tile::Window window_;
  std::array<tile::Tile, tile::window_tiles> ring_;
  std::array<std::int64_t, tile::window_tiles> group_of_;  ///< tiles of each one's group
};

}  // namespace isomer::detail
