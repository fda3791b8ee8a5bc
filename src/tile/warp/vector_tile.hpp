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

/// A run that is contiguous, where others are in pieces (tile_geometry.hpp).
struct InOnePiece {
  KOKKOS_FUNCTION static std::int64_t offset(int vector) { return std::int64_t{vector} * 16; }
};

template <int W>
struct VectorTile {
  static constexpr unsigned side = RegisterBlock<W>::side;

  int at;          ///< where it begins in shared memory
  int pitch;       ///< bytes from row to row
  int cols_shift;  ///< log2 of the lanes that share a row ..
  int rows_shift;  ///< .. and a column, eight at least

  KOKKOS_FUNCTION int place_of(unsigned row, unsigned vector) const {
    return at + static_cast<int>(row * pitch + (vector ^ row / side % 8) * 16);
  }

  /// Row r comes from row_at(r).
  template <class T, class RowAt, class Run = InOnePiece>
  KOKKOS_FUNCTION void read_rows(T const& team, unsigned rows, unsigned cols, RowAt const& row_at,
                                 Run const& run = {}) const {
    for_each_line(team, cols_shift, rows, cols / side, run,
                  [&](unsigned row, unsigned vector, std::int64_t along) {
                    team.template copy_async<16>(place_of(row, vector), row_at(row) + along, true);
                  });
  }

  /// Column x goes to column_at(x), by way of `scaling`.
  template <class T, class ColumnAt, class Scaling, class Run = InOnePiece>
  KOKKOS_FUNCTION void write_columns(T const& team, unsigned rows, unsigned cols,
                                     ColumnAt const& column_at, Scaling const& scaling,
                                     Run const& run = {}) const {
    for_each_line(team, rows_shift, cols / side, rows / side, run,
                  [&](unsigned column, unsigned vector, std::int64_t along) {
                    write_block(
                        team, vector, column, [&](unsigned x) { return column_at(x) + along; },
                        scaling);
                  });
  }

 private:
  /// Calls visit(line, vector, distance along the line) for each vector of as many lines, which
  /// 2^shift lanes of a team of several share: a thread has the same one of each of its lines.
  template <class T, class Run, class Visit>
  KOKKOS_FUNCTION static void for_each_line(T const& team, int shift, unsigned lines,
                                            unsigned vectors, Run const& run, Visit const& visit) {
    if (team.size() == 1) shift = 0;
    auto const rank = static_cast<unsigned>(team.rank());
    unsigned const lanes = 1U << shift;
    unsigned const step = static_cast<unsigned>(team.size()) >> shift;
    for (unsigned vector = rank & (lanes - 1); vector < vectors; vector += lanes) {
      std::int64_t const along = run.offset(static_cast<int>(vector));
      for (unsigned line = rank >> shift; line < lines; line += step) visit(line, vector, along);
    }
  }

  /// Rows from vector * side on of columns from column * side on.
  template <class T, class ColumnAt, class Scaling>
  KOKKOS_FUNCTION void write_block(T const& team, unsigned vector, unsigned column,
                                   ColumnAt const& column_at, Scaling const& scaling) const {
    RegisterBlock<W> block;
    ISOMER_UNROLL
    for (unsigned j = 0; j < side; ++j)
      block.set_row(static_cast<int>(j),
                    team.template get<16>(place_of(vector * side + j, column)));
    ISOMER_UNROLL
    for (unsigned e = 0; e < side; ++e) {
      std::byte* const to = column_at(column * side + e);
      auto const held = scaling.template held<16>(team, to, true);
      team.template store<16>(
          to, scaling.template result<16>(block.column(team, static_cast<int>(e)), held), true,
          team::Hint::once);
    }
  }
};

}  // namespace isomer::tile::warp
