// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "team/team.hpp"
#include "tile/warp/scaling.hpp"
#include "tile/warp/shifted.hpp"
#include "tile/warp/tile_geometry.hpp"
#include "tile/warp/tile_offsets.hpp"
#include "tile/warp/word_tile.hpp"

// A block transposes one tile through shared memory:
//
//      source, rows of C words             shared memory               destination, runs of R words
//      in[0]    |<--- C --->|          a a a a a a a a .              out[0]  a b c d e
//      in[1]    |<--- C --->|   ---->  b b b b b b b b .   ---->      out[1]  a b c d e
//      ..        a warp a row          c c c c c c c c .              ..       a warp a run
//      in[R-1]  |<--- C --->|          a pitch of C|1 words           out[C-1] a b c d e
//
// The odd pitch puts the words of a column into different banks, for words of 4, 8 and 16 bytes.
namespace isomer::tile::warp {

template <int W, class Scaling = Unscaled>
struct TileKernel {
  static_assert(W == 4 || W == 8 || W == 16);
  static constexpr int threads = 64;
  using Offsets = TileOffsets<max_tile_side>;

  static int shared_bytes(TileGeometry const& tile) {
    return Offsets::bytes + tile.rows * tile.pitch * W;
  }

  TileGeometry tile;
  std::byte* dst;
  std::byte const* src;
  Scaling scaling;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    TileGeometry::Place place = tile.locate(team.block());
    place.rows = team.uniform(place.rows);
    place.cols = team.uniform(place.cols);
    Offsets::write(team, tile);
    team.barrier();
    WordTile<W> const words{Offsets::bytes, tile.pitch * W};
    words.read_rows(team, place.rows, place.cols, [&](unsigned row) {
      return shifted(src + place.src, Offsets::of_row(team, row));
    });
    team.commit();
    team.template wait<0>();
    team.barrier();
    words.write_columns(
        team, place.rows, place.cols,
        [&](unsigned x) { return shifted(dst + place.dst, Offsets::of_column(team, x)); }, scaling);
  }
};

}  // namespace isomer::tile::warp
