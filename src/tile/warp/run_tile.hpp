// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <Kokkos_Macros.hpp>

#include "team/team.hpp"
#include "tile/warp/packed.hpp"
#include "tile/warp/run.hpp"
#include "tile/warp/unroll.hpp"
#include "tile/warp/walk.hpp"

// A tile of words whose rows and columns begin on any word moves in vectors of V = 16 / W words:
//
//      source                       shared memory                      destination
//      row 0   . h|v v v|t          place[0]: . h|v v v|t .            column x     . h|v v v|t
//      row 1   h h|v v v|.   --->   place[1]: h h|v v v|. .   --->     a vector is gathered from
//      ..                           ..                                 V rows, word by word
//
// A row lies in shared memory as far behind a vector as in the source, which `place` has. After
// every V rows a vector is left out: eight neighbouring lanes, which gather neighbouring vectors of
// a column, get words from different banks.
namespace isomer::tile::warp {

template <int W>
struct RunTile {
  static_assert(W == 1 || W == 2 || W == 4);
  static constexpr int side = vector_bytes / W;  ///< words of a vector
  /// Of a block that moves one: as many columns at a time as come before the next that begins as
  /// far behind a vector, where they are side by side.
  static constexpr int threads = W == 1 ? 256 : 128;

  int at;          ///< where it begins in shared memory: first the places of its rows
  int pitch;       ///< bytes from row to row
  int rows;        ///< of a whole tile
  int cols_shift;  ///< log2 of the lanes that share a row ..
  int rows_shift;  ///< .. and a column

  /// A row begins anywhere in a vector.
  KOKKOS_FUNCTION static constexpr int pitch_of(int row_bytes) {
    return up_to_vectors(row_bytes) + vector_bytes;
  }
  /// Shared memory of a tile.
  KOKKOS_FUNCTION static constexpr int bytes(int rows, int pitch) {
    return place_bytes(rows) + rows * pitch + (rows + side - 1) / side * vector_bytes;
  }

  /// Row r comes from row_at(r).
  template <class T, class RowAt>
  KOKKOS_FUNCTION void read_rows(T const& team, unsigned some_rows, unsigned cols,
                                 RowAt const& row_at) const {
    for (auto row = static_cast<unsigned>(team.rank()); row < some_rows;
         row += static_cast<unsigned>(team.size()))
      team.template put<2>(place_at(row),
                           static_cast<team::Word<2>>(vector_of_row(row) + shift_of(row_at(row))));
    for_each_shared_line(team, cols_shift, some_rows, [&](unsigned row, int lane, int lanes) {
      int const begin = vector_of_row(row);
      for_each_word_of_run<W>(lane, lanes, row_at(row), static_cast<std::int32_t>(cols * W),
                              [&]<int B>(std::int32_t offset, std::byte const* from) {
                                team.template copy_async<B>(begin + offset, from, true);
                              });
    });
  }

  /// Column x goes to column_at(x), by way of `scaling`. Comes after a barrier.
  template <class T, class ColumnAt, class Scaling>
  KOKKOS_FUNCTION void write_columns(T const& team, unsigned some_rows, unsigned cols,
                                     ColumnAt const& column_at, Scaling const& scaling) const {
    Places places;
    for_each_shared_line(team, rows_shift, cols, [&](unsigned x, int lane, int lanes) {
      std::byte* const column = column_at(x);
      int const shift = shift_of(column);
      for_each_word_of_run<W>(
          lane, lanes, column, static_cast<std::int32_t>(some_rows * W),
          [&]<int B>(std::int32_t offset, std::byte* to) {
            int const first = place_at(static_cast<unsigned>(offset - shift) / W);
            auto const word = gathered<B>(team, places, first, static_cast<int>(x) * W);
            auto const held = scaling.template held<B>(team, to, true);
            team.template store<B>(to, scaling.template result<B>(word, held), true,
                                   team::Hint::once);
          });
    });
  }

 private:
  KOKKOS_FUNCTION static constexpr int place_bytes(int rows) { return up_to_vectors(rows * 2); }
  KOKKOS_FUNCTION int place_at(unsigned row) const { return at + static_cast<int>(row) * 2; }
  /// The vector in which a row begins.
  KOKKOS_FUNCTION int vector_of_row(unsigned row) const {
    int const left_out = static_cast<int>(row) / side;
    return at + place_bytes(rows) + static_cast<int>(row) * pitch + left_out * vector_bytes;
  }

  /// Where a thread has last found V rows: the next of its columns mostly wants the same.
  struct Places {
    int first = -1;
    int of_row[side];

    template <class T>
    KOKKOS_FUNCTION void get(T const& team, int wanted) {
      for (; first != wanted; first = wanted) {
        ISOMER_UNROLL
        for (int k = 0; k < side; ++k) of_row[k] = team.template get<2>(wanted + k * 2);
      }
    }
  };

  /// A word that is `along` bytes behind the beginning of its row, or a vector of those from that
  /// row on. The place of the first row is at `first`.
  template <int B, class T>
  KOKKOS_FUNCTION static team::Word<B> gathered(T const& team, Places& places, int first,
                                                int along) {
    if constexpr (B == W) {
      return team.template get<W>(team.template get<2>(first) + along);
    } else {
      places.get(team, first);
      auto const word = [&](int k) { return team.template get<W>(places.of_row[k] + along); };
      std::uint32_t four_bytes[4];
      ISOMER_UNROLL
      for (int k = 0; k < 4; ++k) {
        int const j = k * 4 / W;
        if constexpr (W == 4) four_bytes[k] = word(j);
        else if constexpr (W == 2) four_bytes[k] = team.bytes(word(j), word(j + 1), 0x5410);
        else
          four_bytes[k] = team.bytes(team.bytes(word(j), word(j + 1), 0x40),
                                     team.bytes(word(j + 2), word(j + 3), 0x40), 0x5410);
      }
      return packed(four_bytes);
    }
  }
};

}  // namespace isomer::tile::warp
