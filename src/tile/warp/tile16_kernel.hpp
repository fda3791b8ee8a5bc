// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "team/team.hpp"
#include "tile/warp/arrays.hpp"
#include "tile/warp/scaling.hpp"
#include "tile/warp/shifted.hpp"
#include "tile/warp/tile_geometry.hpp"
#include "tile/warp/tile_offsets.hpp"
#include "tile/warp/vector_tile.hpp"

/// A block transposes one tile in vectors of 16 bytes (vector_tile.hpp).
namespace isomer::tile::warp {

template <int W, class Scaling = Unscaled, class Arrays = OnePair>
struct Tile16Kernel {
  static_assert(W == 1 || W == 2 || W == 4 || W == 8);
  static constexpr int threads = 128;
  using Offsets = TileOffsets<max_side(W)>;

  static int shared_bytes(VectorTileGeometry const& geometry) {
    return Offsets::bytes + geometry.tile.rows * geometry.tile.pitch;
  }

  VectorTileGeometry geometry;
  Arrays arrays;
  Scaling scaling;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    TileGeometry::Place place = geometry.tile.locate(team.block());
    place.rows = team.uniform(place.rows);
    place.cols = team.uniform(place.cols);
    RunOf<T> const row{team, arrays, geometry.row, Side::src, place.src};
    RunOf<T> const column{team, arrays, geometry.column, Side::dst, place.dst};
    Offsets::write(team, geometry.tile, place, arrays, !row.begins(), !column.begins());
    team.barrier();
    VectorTile<W> const vectors{Offsets::bytes, geometry.tile.pitch, geometry.tile.cols_shift,
                                geometry.tile.rows_shift};
    vectors.read_rows(
        team, place.rows, place.cols,
        [&](unsigned r) { return shifted(arrays.source(place.src), Offsets::of_row(team, r)); },
        row);
    team.commit();
    team.template wait<0>();
    team.barrier();
    vectors.write_columns(
        team, place.rows, place.cols,
        [&](unsigned x) { return shifted(arrays.target(place.dst), Offsets::of_column(team, x)); },
        scaling, column);
  }

 private:
  /// A run of a side, of which the block's begin at `first`. Pieces of several pairs of arrays
  /// begin with their pair, where else its rows or columns do.
  template <class T>
  struct RunOf {
    T const& team;
    Arrays const& arrays;
    Pieces const& pieces;
    Side side;
    std::int64_t first;

    KOKKOS_FUNCTION bool begins() const { return Arrays::leads_on(pieces.step); }
    KOKKOS_FUNCTION std::int64_t offset(int vector) const {
      return static_cast<std::int64_t>(
          arrays.behind(team, side, first, pieces.offset(vector), begins()));
    }
  };
};

}  // namespace isomer::tile::warp
