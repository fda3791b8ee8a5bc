// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <Kokkos_Macros.hpp>

#include "team/team.hpp"

namespace isomer::tile::warp {

/// A tile of words in shared memory: a warp reads a row and writes a column. Where the pitch is an
/// odd number of words, or of four bytes, the words of a column are in different banks.
template <int W>
struct WordTile {
  int at;     ///< where it begins
  int pitch;  ///< bytes from row to row

  KOKKOS_FUNCTION int place_of(int row, int column) const { return at + row * pitch + column * W; }

  /// Row r comes from row_at(r).
  template <class T, class RowAt>
  KOKKOS_FUNCTION void read_rows(T const& team, int rows, int cols, RowAt const& row_at) const {
    int const lane = team.rank() % T::lanes;
    for (int row = team.rank() / T::lanes; row < rows; row += team.size() / T::lanes) {
      std::byte const* const from = row_at(row);
      for (int x = lane; x - lane < cols; x += T::lanes)
        team.template copy_async<W>(place_of(row, x), from + x * W, x < cols);
    }
  }

  /// Column x goes to column_at(x), by way of `scaling`. Lanes beyond the last row read that one,
  /// and store nothing.
  template <class T, class ColumnAt, class Scaling>
  KOKKOS_FUNCTION void write_columns(T const& team, int rows, int cols, ColumnAt const& column_at,
                                     Scaling const& scaling) const {
    int const lane = team.rank() % T::lanes;
    for (int x = team.rank() / T::lanes; x < cols; x += team.size() / T::lanes) {
      std::byte* const to = column_at(x);
      for (int row = lane; row - lane < rows; row += T::lanes) {
        bool const take = row < rows;
        auto const word = team.template get<W>(place_of(take ? row : rows - 1, x));
        auto const held = scaling.template held<W>(team, to + row * W, take);
        team.template store<W>(to + row * W, scaling.template result<W>(word, held), take,
                               team::Hint::once);
      }
    }
  }
};

}  // namespace isomer::tile::warp
