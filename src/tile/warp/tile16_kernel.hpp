// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "team/team.hpp"
#include "tile/warp/register_block.hpp"
#include "tile/warp/scaling.hpp"
#include "tile/warp/shifted.hpp"
#include "tile/warp/tile_geometry.hpp"
#include "tile/warp/tile_offsets.hpp"
#include "tile/warp/unroll.hpp"

// A block transposes one tile in vectors of V = 16 / W words, between shared memory and the
// destination in registers:
//
//      source, rows of C/V vectors      shared memory               a thread: V x V words
//      in[0]    |  0  1  2  3 ..|       row r, vector q at          get V vectors of one q,
//      in[1]    |  0  1  2  3 ..| --->  place q ^ (r/V) % 8  --->   transpose them,
//      ..        lanes along a row                                  store one to each of V columns
//
// Eight neighbouring lanes store consecutive vectors of a column, so they get rows of the same q
// that are V apart. Pitches are multiples of 128 bytes, which without the swizzle would put all of
// these into the same four banks.
namespace isomer::tile::warp {

template <int W, class Scaling = Unscaled>
struct Tile16Kernel {
  static_assert(W == 1 || W == 2 || W == 4 || W == 8);
  static constexpr int threads = 128;
  static constexpr int side = RegisterBlock<W>::side;
  using Offsets = TileOffsets<max_vector_side(W)>;

  static int shared_bytes(VectorTileGeometry const& geometry) {
    return Offsets::bytes + geometry.tile.rows * geometry.tile.pitch * W;
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
    read_rows(team, place);
    team.commit();
    team.template wait<0>();
    team.barrier();
    write_blocks(team, place);
  }

 private:
  KOKKOS_FUNCTION int place_of(int row, int vector) const {
    int const swizzled = vector ^ row / side % 8;
    return Offsets::bytes + row * geometry.tile.pitch * W + swizzled * 16;
  }
  /// Lanes that have nothing to move look where a neighbour does, which costs no wavefront.
  KOKKOS_FUNCTION static int within(int number, int count) {
    return number < count ? number : count - 1;
  }

  template <class T>
  KOKKOS_FUNCTION void read_rows(T const& team, TileGeometry::Place const& place) const {
    int const vectors = place.cols / side;
    int const slots = place.rows << geometry.cols_shift;
    for (int first = 0; first < slots; first += team.size()) {
      int const slot = first + team.rank();
      int const row = slot >> geometry.cols_shift;
      int const vector = slot - (row << geometry.cols_shift);
      std::uint64_t const offset = Offsets::of_row(team, within(row, place.rows));
      team.template copy_async<16>(place_of(row, vector),
                                   shifted(src + place.src + vector * 16, offset),
                                   row < place.rows && vector < vectors);
    }
  }

  template <class T>
  KOKKOS_FUNCTION void write_blocks(T const& team, TileGeometry::Place const& place) const {
    int const vectors = place.rows / side;
    int const slots = place.cols / side << geometry.rows_shift;
    for (int first = 0; first < slots; first += team.size()) {
      int const slot = first + team.rank();
      int const column = slot >> geometry.rows_shift;
      int const vector = slot - (column << geometry.rows_shift);
      write_block(team, place, within(vector, vectors), within(column, place.cols / side),
                  vector < vectors && slot < slots);
    }
  }

  /// Rows from vector * side on of columns from column * side on.
  template <class T>
  KOKKOS_FUNCTION void write_block(T const& team, TileGeometry::Place const& place, int vector,
                                   int column, bool take) const {
    RegisterBlock<W> block;
    ISOMER_UNROLL
    for (int j = 0; j < side; ++j)
      block.set_row(j, team.template get<16>(place_of(vector * side + j, column)));
    ISOMER_UNROLL
    for (int e = 0; e < side; ++e) {
      std::byte* const to =
          shifted(dst + place.dst + vector * 16, Offsets::of_column(team, column * side + e));
      auto const held = scaling.template held<16>(team, to, take);
      team.template store<16>(to, scaling.template result<16>(block.column(team, e), held), take,
                              team::Hint::once);
    }
  }
};

}  // namespace isomer::tile::warp
