// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Pieces at even distances (tile/host/columns.hpp). For any `Isa` (tile/host/kernels.inl).
//
// The sizes of values and of short runs of them have loops of their own, with the widest stores
// that there are: the queue of stores is what fills up while others leave past the caches.

#include "tile/host/columns.hpp"
#include "tile/host/copies.inl"
#include "tile/host/inline.inl"
#include "tile/host/lanes.inl"

namespace {

using isomer::tile::Offset;
using isomer::tile::PieceGrid;

/// Bytes of the vectors that a piece is copied in, or 0 if it has no number of them.
constexpr int vectors_of(int bytes) {
  for (int vector = Isa::bytes; vector >= lane_bytes; vector /= 2)
    if (bytes % vector == 0) return vector;
  return 0;
}

template <int Bytes>
ISOMER_INLINE void copy_piece(char* to, char const* from) {
  constexpr int vector = vectors_of(Bytes);
  if constexpr (vector == 0) {
    __builtin_memcpy(to, from, Bytes);
  } else {
#pragma GCC unroll 8
    for (int k = 0; k < Bytes; k += vector) {
      VectorOf<8, vector> v;
      __builtin_memcpy(&v, from + k, vector);
      __builtin_memcpy(to + k, &v, vector);
    }
  }
}

/// row(to, from) for the first pieces of each row. By value: nothing that is stored changes it.
template <class Row>
ISOMER_INLINE void for_each_row(PieceGrid grid, Row const& row) {
  for (Offset p = 0; p < grid.pages; ++p)
    for (Offset r = 0; r < grid.rows; ++r)
      row(grid.to.row[r] + grid.to.above + p * grid.to.page,
          grid.from.row[r] + grid.from.above + p * grid.from.page);
}

template <int Bytes>
ISOMER_INLINE void copy_grid_of(PieceGrid const& grid) {
  for_each_row(grid, [pieces = grid.pieces, to_next = grid.to.piece,
                      from_next = grid.from.piece](char* to, char const* from) {
    for (Offset k = 0; k < pieces; ++k, to += to_next, from += from_next)
      copy_piece<Bytes>(to, from);
  });
}

/// Each piece but the last as 16 bytes, the rest of which the next one overwrites.
void copy_overlapping(PieceGrid const& grid) {
  for_each_row(grid, [&](char* to, char const* from) {
    for (Offset k = 1; k < grid.pieces; ++k, to += grid.bytes, from += grid.from.piece)
      copy_piece<lane_bytes>(to, from);
    copy_plain(to, from, grid.bytes);
  });
}

void copy_grid_of_any(PieceGrid const& grid) {
  for_each_row(grid, [&](char* to, char const* from) {
    for (Offset k = 0; k < grid.pieces; ++k)
      copy_plain(to + k * grid.to.piece, from + k * grid.from.piece, grid.bytes);
  });
}

void stream_grid(PieceGrid const& grid) {
  for_each_row(grid, [&](char* to, char const* from) {
    for (Offset k = 0; k < grid.pieces; ++k)
      stream_lines(to + k * grid.to.piece, from + k * grid.from.piece, grid.bytes);
  });
}

void copy_grid(PieceGrid const& grid) {
  if (grid.streams) return stream_grid(grid);
  if (grid.bytes > 8 && grid.bytes < lane_bytes && grid.to.piece == grid.bytes)
    return copy_overlapping(grid);
  switch (grid.bytes) {
    case 1: return copy_grid_of<1>(grid);
    case 2: return copy_grid_of<2>(grid);
    case 4: return copy_grid_of<4>(grid);
    case 8: return copy_grid_of<8>(grid);
    case 12: return copy_grid_of<12>(grid);
    case 16: return copy_grid_of<16>(grid);
    case 24: return copy_grid_of<24>(grid);
    case 32: return copy_grid_of<32>(grid);
    case 64: return copy_grid_of<64>(grid);
    case 128: return copy_grid_of<128>(grid);
    default: return copy_grid_of_any(grid);
  }
}

}  // namespace
