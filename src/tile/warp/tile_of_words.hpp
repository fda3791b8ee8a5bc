// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include "tile/warp/run_tile.hpp"
#include "tile/warp/with_word.hpp"
#include "tile/warp/word_tile.hpp"

namespace isomer::tile::warp {

/// A tile of words whose rows and columns begin on any word. Small ones move in vectors; a warp of
/// words of 8 bytes requests 256 anyway, without edges that are requests of their own.
template <int W>
using TileOfWords = std::conditional_t<(W < 8), RunTile<W>, WordTile<W>>;

/// `rows` are those of a whole tile; 2^cols_shift lanes share one, 2^rows_shift a column.
template <int W>
KOKKOS_FUNCTION TileOfWords<W> tile_of_words(int at, int pitch, int rows, int cols_shift,
                                             int rows_shift) {
  if constexpr (W < 8) return {at, pitch, rows, cols_shift, rows_shift};
  else return {at, pitch};
}

/// Bytes from row to row in shared memory.
inline int pitch_of_words(int word_bytes, int row_bytes) {
  int pitch = 0;
  with_word<1, 16>(word_bytes, [&]<int W>() { pitch = TileOfWords<W>::pitch_of(row_bytes); });
  return pitch;
}

}  // namespace isomer::tile::warp
