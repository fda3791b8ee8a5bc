// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <Kokkos_Macros.hpp>

#include "team/team.hpp"
#include "tile/warp/register_block.hpp"
#include "tile/warp/unroll.hpp"

// A tile moves in vectors of V = 16 / W words, and changes rows for columns in registers:
//
//      rows of C/V vectors              shared memory               a thread: V x V words
//      in[0]    |  0  1  2  3 ..|       row r, vector q at          get V vectors of one q,
//      in[1]    |  0  1  2  3 ..| --->  place q ^ (r/V) % 8  --->   transpose them,
//      ..        lanes along a row                                  store one to each of V columns
//
// Eight neighbouring lanes store consecutive vectors of a column, so they get rows of the same q
// that are V apart. Pitches are multiples of 128 bytes, which without the swizzle would put all of
// these into the same four banks.
namespace isomer::tile::warp {

template <int W>
struct VectorTile {
  static constexpr int side = RegisterBlock<W>::side;

  int at;          ///< where it begins in shared memory
  int pitch;       ///< bytes from row to row
  int cols_shift;  ///< log2 of the lanes that share a row ..
  int rows_shift;  ///< .. and a column, eight at least

  KOKKOS_FUNCTION int place_of(int row, int vector) const {
    return at + row * pitch + (vector ^ row / side % 8) * 16;
  }

  /// Row r comes from row_at(r).
  template <class T, class RowAt>
  KOKKOS_FUNCTION void read_rows(T const& team, int rows, int cols, RowAt const& row_at) const {
    int const vectors = cols / side;
    int const slots = rows << cols_shift;
    for (int first = 0; first < slots; first += team.size()) {
      int const slot = first + team.rank();
      int const row = slot >> cols_shift;
      int const vector = slot - (row << cols_shift);
      team.template copy_async<16>(place_of(row, vector), row_at(within(row, rows)) + vector * 16,
                                   row < rows && vector < vectors);
    }
  }

  /// Column x goes to column_at(x), by way of `scaling`.
  template <class T, class ColumnAt, class Scaling>
  KOKKOS_FUNCTION void write_columns(T const& team, int rows, int cols, ColumnAt const& column_at,
                                     Scaling const& scaling) const {
    int const vectors = rows / side;
    int const slots = cols / side << rows_shift;
    for (int first = 0; first < slots; first += team.size()) {
      int const slot = first + team.rank();
      int const column = slot >> rows_shift;
      int const vector = slot - (column << rows_shift);
      write_block(team, within(vector, vectors), within(column, cols / side),
                  vector < vectors && slot < slots, column_at, scaling);
    }
  }

 private:
  /// Lanes that have nothing to move look where a neighbour does, which costs no wavefront.
  KOKKOS_FUNCTION static int within(int number, int count) {
    return number < count ? number : count - 1;
  }

  /// Rows from vector * side on of columns from column * side on.
  template <class T, class ColumnAt, class Scaling>
  KOKKOS_FUNCTION void write_block(T const& team, int vector, int column, bool take,
                                   ColumnAt const& column_at, Scaling const& scaling) const {
    RegisterBlock<W> block;
    ISOMER_UNROLL
    for (int j = 0; j < side; ++j)
      block.set_row(j, team.template get<16>(place_of(vector * side + j, column)));
    ISOMER_UNROLL
    for (int e = 0; e < side; ++e) {
      std::byte* const to = column_at(column * side + e) + vector * 16;
      auto const held = scaling.template held<16>(team, to, take);
      team.template store<16>(to, scaling.template result<16>(block.column(team, e), held), take,
                              team::Hint::once);
    }
  }
};

}  // namespace isomer::tile::warp
