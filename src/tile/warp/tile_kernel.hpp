// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "team/team.hpp"
#include "tile/warp/scaling.hpp"
#include "tile/warp/shifted.hpp"
#include "tile/warp/tile_offsets.hpp"
#include "tile/warp/tile_geometry.hpp"

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
  static constexpr int threads = 128;
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
    read_rows(team, place);
    team.commit();
    team.template wait<0>();
    team.barrier();
    write_columns(team, place);
  }

 private:
  KOKKOS_FUNCTION int place_of(int row, int column) const {
    return Offsets::bytes + (row * tile.pitch + column) * W;
  }

  template <class T>
  KOKKOS_FUNCTION void read_rows(T const& team, TileGeometry::Place const& place) const {
    int const lane = team.rank() % T::lanes;
    for (int row = team.rank() / T::lanes; row < place.rows; row += team.size() / T::lanes) {
      std::byte const* const from = shifted(src + place.src, Offsets::of_row(team, row));
      for (int x = lane; x - lane < place.cols; x += T::lanes)
        team.template copy_async<W>(place_of(row, x), from + x * W, x < place.cols);
    }
  }

  /// Lanes beyond the last row read that one, and store nothing.
  template <class T>
  KOKKOS_FUNCTION void write_columns(T const& team, TileGeometry::Place const& place) const {
    int const lane = team.rank() % T::lanes;
    for (int x = team.rank() / T::lanes; x < place.cols; x += team.size() / T::lanes) {
      std::byte* const to = shifted(dst + place.dst, Offsets::of_column(team, x));
      for (int row = lane; row - lane < place.rows; row += T::lanes) {
        bool const take = row < place.rows;
        auto const word = team.template get<W>(place_of(take ? row : place.rows - 1, x));
        auto const held = scaling.template held<W>(team, to + row * W, take);
        team.template store<W>(to + row * W, scaling.template result<W>(word, held), take,
                               team::Hint::once);
      }
    }
  }
};

}  // namespace isomer::tile::warp
