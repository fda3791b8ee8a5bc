// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tile/host/offset.hpp"

namespace isomer::tile {

/// A rectangle of `rows` x `cols` words with `stride` bytes from row to row. No address has to be
/// aligned.
struct Rectangle {
  char* at;
  Offset stride;
  Offset rows;
  Offset cols;
};

/// Where the next pair of tiles lies, for prefetching while this one is exchanged; `a` may be null.
struct NextPair {
  char const* a;
  char const* b;
  /// Each row's lines one after the other, and not as they will be exchanged; kernels whose vectors
  /// are shorter than a line always prefetch like this.
  bool row_by_row;
};

/// Words that are moved if squares cover a rectangle, the last of a row or column overlapping the
/// one before.
constexpr Offset covered_words(Offset rows, Offset cols, Offset side) {
  return (rows + side - 1) / side * ((cols + side - 1) / side) * side * side;
}

/// Rectangles of words of 1, 2, 4, 8, 16 bytes, transposed as squares in registers.
struct SquareKernels {
  /// out(c, r) = in(r, c): `in` is rows x cols, `out` cols x rows, and they do not overlap. What
  /// lies `prefetch_distance` bytes behind each line of `in` is prefetched; 0 prefetches nothing.
  using Transpose = void (*)(char* out, Offset out_stride, Rectangle in, Offset prefetch_distance);
  /// The rectangle `a` of a matrix and the one at `b`, its mirror image with as many columns as
  /// `a` has rows, change places, each transposed. With b == a.at (a diagonal tile) it is
  /// transposed in place.
  using Swap = void (*)(Rectangle a, char* b, NextPair next);
  /// Copies with loads and stores of vectors. A library's memcpy may take to string instructions or
  /// non-temporal stores, which are slow on lines that have just been read.
  using Copy = void (*)(char* to, char const* from, Offset bytes);

  int side[5];        ///< [log2(bytes of the word)], of the squares of words in registers
  int least_side[5];  ///< and of those that `transpose` takes where the others overlap much
  Transpose transpose[5];
  Swap swap[5];
  Copy copy;
};

/// log2 of 1, 2, 4, 8, 16; -1 for what is no word.
constexpr int word_log2(long long bytes) {
  for (int k = 0; k < 5; ++k)
    if (bytes == 1LL << k) return k;
  return -1;
}

}  // namespace isomer::tile
