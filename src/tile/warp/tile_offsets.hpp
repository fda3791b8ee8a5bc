// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Macros.hpp>

#include "tile/warp/tile_geometry.hpp"

namespace isomer::tile::warp {

KOKKOS_INLINE_FUNCTION constexpr int place_of_offset(unsigned slot) {
  return static_cast<int>((slot + slot / 16) * 8);
}

/// Where the rows of a tile begin in the source and its columns in the destination, in shared
/// memory before the tile: 8 bytes each, `Side` of either. After every 16 one is left out, so that
/// lanes can get every 16th without meeting in a bank.
template <unsigned Side>
struct TileOffsets {
  static constexpr int bytes = (place_of_offset(2 * Side) + 127) / 128 * 128;

  template <class T>
  KOKKOS_FUNCTION static void write(T const& team, TileGeometry const& tile) {
    auto const size = static_cast<unsigned>(team.size());
    for (auto slot = static_cast<unsigned>(team.rank()); slot < 2 * Side; slot += size) {
      std::int64_t const offset =
          slot < Side ? tile.row_offset(slot) : tile.column_offset(slot - Side);
      team.template put<8>(place_of_offset(slot), static_cast<std::uint64_t>(offset));
    }
  }
  template <class T>
  KOKKOS_FUNCTION static std::uint64_t of_row(T const& team, unsigned row) {
    return team.template get<8>(place_of_offset(row));
  }
  template <class T>
  KOKKOS_FUNCTION static std::uint64_t of_column(T const& team, unsigned column) {
    return team.template get<8>(place_of_offset(Side + column));
  }
};

}  // namespace isomer::tile::warp
