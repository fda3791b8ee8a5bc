// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>

#include <isomer/detail/problem.hpp>

#include "schema/slice.hpp"
#include "schema/tile_programs.hpp"
#include "tile/job.hpp"

namespace isomer::detail {

/// The tiles of a slicing in the order they are walked. Along the input, fastest axis first, rows
/// of the source are read on from tile to tile, which is what hardware prefetches. Along the output
/// the axis on which output runs are cut comes first, so that a run goes on where the tile before
/// ended: for outputs whose rows do not start on cache lines.
class TileGrid {
 public:
  TileGrid(Problem const& normal, Slice const& slice, TilePrograms const& programs, Walk walk);

  std::int64_t tiles() const { return tiles_; }
  /// Whether runs go on from tile to tile.
  bool joins() const { return joining_ > 0; }

 private:
  struct Digit {
    std::int64_t count;  ///< tiles along this axis
    tile::Offset src;    ///< bytes from one tile to the next
    tile::Offset dst;
    unsigned cut;  ///< bit of the last tile's edge combination, 0 if it is whole
  };
  std::array<Digit, max_axes> digit_{};
  int digits_ = 0;
  std::int64_t tiles_ = 1;
  int joining_ = 0;  ///< leading digits along which runs go on

  friend class TileWalk;
};

/// A contiguous part of the tiles, one after the other: the `next` of a tile::Job.
class TileWalk {
 public:
  TileWalk(TileGrid const& grid, TilePrograms const& programs, char* dst, char const* src,
           std::int64_t begin, std::int64_t end);

  static bool next(void* walk, tile::Tile* tile) {
    return static_cast<TileWalk*>(walk)->step(tile);
  }

 private:
  bool step(tile::Tile* tile);

  TileGrid const& grid_;
  TilePrograms const& programs_;
  char* dst_;
  char const* src_;
  std::int64_t left_;
  bool joins_ = false;  ///< the tile that comes next goes on where the last one ended
  std::array<std::int64_t, max_axes> index_{};
  unsigned edges_ = 0;
};

}  // namespace isomer::detail
