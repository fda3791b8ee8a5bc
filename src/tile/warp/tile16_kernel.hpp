// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "team/team.hpp"
#include "tile/warp/scaling.hpp"
#include "tile/warp/shifted.hpp"
#include "tile/warp/tile_geometry.hpp"
#include "tile/warp/tile_offsets.hpp"
#include "tile/warp/vector_tile.hpp"

/// A block transposes one tile in vectors of 16 bytes (vector_tile.hpp).
namespace isomer::tile::warp {

template <int W, class Scaling = Unscaled>
struct Tile16Kernel {
  static_assert(W == 1 || W == 2 || W == 4 || W == 8);
  static constexpr int threads = 128;
  using Offsets = TileOffsets<max_side(W)>;

  static int shared_bytes(VectorTileGeometry const& geometry) {
    return Offsets::bytes + geometry.tile.rows * geometry.tile.pitch;
  }

  VectorTileGeometry geometry;
  std::byte* dst;
  std::byte const* src;
  Scaling scaling;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    TileGeometry::Place place = geometry.tile.locate(team.block());
    place.rows = team.uniform(place.rows);
    place.cols = team.uniform(place.cols);
    Offsets::write(team, geometry.tile);
    team.barrier();
    VectorTile<W> const vectors{Offsets::bytes, geometry.tile.pitch, geometry.tile.cols_shift,
                                geometry.tile.rows_shift};
    vectors.read_rows(
        team, place.rows, place.cols,
        [&](unsigned row) { return shifted(src + place.src, Offsets::of_row(team, row)); },
        geometry.row);
    team.commit();
    team.template wait<0>();
    team.barrier();
    vectors.write_columns(
        team, place.rows, place.cols,
        [&](unsigned x) { return shifted(dst + place.dst, Offsets::of_column(team, x)); }, scaling,
        geometry.column);
  }
};

}  // namespace isomer::tile::warp
