// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "team/team.hpp"
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

template <int W>
struct TileKernel {
  static_assert(W == 4 || W == 8 || W == 16);
  static constexpr int threads = 128;
  /// The offsets of all rows and columns, 8 bytes each, lie before the tile.
  static constexpr int offset_bytes = 2 * TileGeometry::max_side * 8;

  static int shared_bytes(TileGeometry const& tile) {
    return offset_bytes + tile.rows * tile.pitch * W;
  }

  TileGeometry tile;
  std::byte* dst;
  std::byte const* src;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    TileGeometry::Place place = tile.locate(team.block());
    place.rows = team.uniform(place.rows);
    place.cols = team.uniform(place.cols);
    write_offsets(team);
    team.barrier();
    read_rows(team, place);
    team.commit();
    team.template wait<0>();
    team.barrier();
    write_columns(team, place);
  }

 private:
  /// Of an integer: what a damaged kernel reads from shared memory may lead anywhere.
  template <class Byte>
  KOKKOS_INLINE_FUNCTION static Byte* shifted(Byte* base, std::uint64_t bytes) {
    return reinterpret_cast<Byte*>(reinterpret_cast<std::uintptr_t>(base) + bytes);
  }

  template <class T>
  KOKKOS_FUNCTION void write_offsets(T const& team) const {
    for (int slot = team.rank(); slot < 2 * TileGeometry::max_side; slot += team.size())
      team.template put<8>(slot * 8, static_cast<std::uint64_t>(tile.offset(slot)));
  }

  template <class T>
  KOKKOS_FUNCTION void read_rows(T const& team, TileGeometry::Place const& place) const {
    int const lane = team.rank() % T::lanes;
    for (int row = team.rank() / T::lanes; row < place.rows; row += team.size() / T::lanes) {
      std::byte const* const from = shifted(src + place.src, team.template get<8>(row * 8));
      for (int x = lane; x - lane < place.cols; x += T::lanes)
        team.template copy_async<W>(offset_bytes + (row * tile.pitch + x) * W, from + x * W,
                                    x < place.cols);
    }
  }

  /// Lanes beyond the last row read that one, and store nothing.
  template <class T>
  KOKKOS_FUNCTION void write_columns(T const& team, TileGeometry::Place const& place) const {
    int const lane = team.rank() % T::lanes;
    for (int x = team.rank() / T::lanes; x < place.cols; x += team.size() / T::lanes) {
      std::byte* const to =
          shifted(dst + place.dst, team.template get<8>((TileGeometry::max_side + x) * 8));
      for (int row = lane; row - lane < place.rows; row += T::lanes) {
        int const held = row < place.rows ? row : place.rows - 1;
        team::Word<W> const word = team.template get<W>(offset_bytes + (held * tile.pitch + x) * W);
        team.template store<W>(to + row * W, word, row < place.rows, team::Hint::once);
      }
    }
  }
};

}  // namespace isomer::tile::warp
