// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <Kokkos_Macros.hpp>

#include "team/team.hpp"
#include "tile/warp/strided.hpp"

namespace isomer::tile::warp {

/// A tile of words of 8 or 16 bytes in shared memory: a warp reads a row and writes a column, word
/// by word. The pitch is an odd number of words, which puts those of a column into different banks.
template <int W>
struct WordTile {
  static constexpr int threads = 128;  ///< of a block that moves one

  int at;     ///< where it begins
  int pitch;  ///< bytes from row to row

  KOKKOS_FUNCTION static constexpr int pitch_of(int row_bytes) { return (row_bytes / W | 1) * W; }
  /// Shared memory of a tile.
  KOKKOS_FUNCTION static constexpr int bytes(int rows, int pitch) { return rows * pitch; }

  KOKKOS_FUNCTION int place_of(unsigned row, unsigned column) const {
    return at + static_cast<int>(row * pitch + column * W);
  }

  /// Row r comes from row_at(r).
  template <class T, class RowAt>
  KOKKOS_FUNCTION void read_rows(T const& team, unsigned rows, unsigned cols,
                                 RowAt const& row_at) const {
    for_each_line(team, rows, cols, [&](unsigned row, unsigned x) {
      team.template copy_async<W>(place_of(row, x), row_at(row) + x * W, true);
    });
  }

  /// Column x goes to column_at(x), by way of `scaling`.
  template <class T, class ColumnAt, class Scaling>
  KOKKOS_FUNCTION void write_columns(T const& team, unsigned rows, unsigned cols,
                                     ColumnAt const& column_at, Scaling const& scaling) const {
    for_each_line(team, cols, rows, [&](unsigned x, unsigned row) {
      std::byte* const to = column_at(x) + row * W;
      auto const word = team.template get<W>(place_of(row, x));
      auto const held = scaling.template held<W>(team, to, true);
      team.template store<W>(to, scaling.template result<W>(word, held), true, team::Hint::once);
    });
  }

 private:
  /// Calls visit(line, word) for each word of as many lines, of which a warp takes one at a time.
  template <class T, class Visit>
  KOKKOS_FUNCTION static void for_each_line(T const& team, unsigned lines, unsigned words,
                                            Visit const& visit) {
    auto const rank = static_cast<unsigned>(team.rank());
    unsigned const step = static_cast<unsigned>(team.size()) / T::lanes;
    for (unsigned word = rank % T::lanes; word < words; word += T::lanes)
      for_each_strided(rank / T::lanes, lines, step, [&](unsigned line) { visit(line, word); });
  }
};

}  // namespace isomer::tile::warp
