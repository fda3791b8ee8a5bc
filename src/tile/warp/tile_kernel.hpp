// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "team/team.hpp"
#include "tile/warp/arrays.hpp"
#include "tile/warp/scaling.hpp"
#include "tile/warp/shifted.hpp"
#include "tile/warp/tile_geometry.hpp"
#include "tile/warp/tile_of_words.hpp"
#include "tile/warp/tile_offsets.hpp"

// A block transposes one tile through shared memory:
//
//      source, rows of C words             shared memory               destination, runs of R words
//      in[0]    |<--- C --->|          a a a a a a a a                out[0]  a b c d e
//      in[1]    |<--- C --->|   ---->  b b b b b b b b     ---->      out[1]  a b c d e
//      ..                              c c c c c c c c                ..
//      in[R-1]  |<--- C --->|                                         out[C-1] a b c d e
//
// Rows and columns begin on any word (tile_of_words.hpp).
namespace isomer::tile::warp {

template <int W, class Scaling = Unscaled, class Arrays = OnePair>
struct TileKernel {
  static constexpr int threads = TileOfWords<W>::threads;
  using Offsets = TileOffsets<max_side(W)>;

  static int shared_bytes(TileGeometry const& tile) {
    return Offsets::bytes + TileOfWords<W>::bytes(tile.rows, tile.pitch);
  }

  TileGeometry tile;
  Arrays arrays;
  Scaling scaling;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    TileGeometry::Place place = tile.locate(team.block());
    place.rows = team.uniform(place.rows);
    place.cols = team.uniform(place.cols);
    Offsets::write(team, tile, place, arrays);
    team.barrier();
    auto const words =
        tile_of_words<W>(Offsets::bytes, tile.pitch, tile.rows, tile.cols_shift, tile.rows_shift);
    words.read_rows(team, place.rows, place.cols, [&](unsigned row) {
      return shifted(arrays.source(place.src), Offsets::of_row(team, row));
    });
    team.commit();
    team.template wait<0>();
    team.barrier();
    words.write_columns(
        team, place.rows, place.cols,
        [&](unsigned x) { return shifted(arrays.target(place.dst), Offsets::of_column(team, x)); },
        scaling);
  }
};

}  // namespace isomer::tile::warp
