// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Macros.hpp>

#include "tile/warp/arrays.hpp"
#include "tile/warp/tile_geometry.hpp"

namespace isomer::tile::warp {

KOKKOS_INLINE_FUNCTION constexpr int place_of_offset(unsigned slot) {
  return static_cast<int>((slot + slot / 16) * 8);
}

/// Where the rows of a tile begin in the source and its columns in the destination, in shared
/// memory before the tile: 8 bytes each, `most` of either. After every 16 one is left out, so that
/// lanes can get every 16th without meeting in a bank.
template <unsigned most>
struct TileOffsets {
  static constexpr int bytes = (place_of_offset(2 * most) + 127) / 128 * 128;

  /// Those of a block at `place`. On a side whose runs are pieces of several pairs of arrays these
  /// begin with their pair, and the offset is what is added.
  template <class T, class Arrays>
  KOKKOS_FUNCTION static void write(T const& team, TileGeometry const& tile,
                                    TileGeometry::Place const& place, Arrays const& arrays,
                                    bool rows_begin = true, bool columns_begin = true) {
    auto const size = static_cast<unsigned>(team.size());
    for (auto slot = static_cast<unsigned>(team.rank()); slot < 2 * most; slot += size) {
      bool const is_row = slot < most;
      unsigned const line = is_row ? slot : slot - most;
      bool const exists = line < static_cast<unsigned>(is_row ? place.rows : place.cols);
      bool const begins = exists && (is_row ? rows_begin : columns_begin);
      std::int64_t const offset = is_row ? tile.row_offset(line) : tile.column_offset(line);
      team.template put<8>(place_of_offset(slot),
                           arrays.behind(team, is_row ? Side::src : Side::dst,
                                         is_row ? place.src : place.dst, offset, begins));
    }
  }
  template <class T>
  KOKKOS_FUNCTION static std::uint64_t of_row(T const& team, unsigned row) {
    return team.template get<8>(place_of_offset(row));
  }
  template <class T>
  KOKKOS_FUNCTION static std::uint64_t of_column(T const& team, unsigned column) {
    return team.template get<8>(place_of_offset(most + column));
  }
};

}  // namespace isomer::tile::warp
