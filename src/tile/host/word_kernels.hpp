// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// Kernels in registers for words of 1, 2, 4, 8, 16 bytes, one set for each instruction set. Plain
/// data and pointers only, for the reason that tile/host/job.hpp gives. Strides are in bytes; no
/// address has to be aligned.
namespace isomer::in_place {

using Bytes = long long;

/// A rectangle of `rows` x `cols` words with `stride` bytes from row to row.
struct Rectangle {
  char* at;
  Bytes stride;
  Bytes rows;
  Bytes cols;
};

/// Where the next pair of tiles lies, for prefetching while this one is exchanged; `a` may be null.
struct NextPair {
  char const* a;
  char const* b;
  /// Each row's lines one after the other, and not as they will be exchanged; kernels whose vectors
  /// are no line always ask like this.
  bool row_by_row;
};

struct WordKernels {
  char const* name;

  /// out(c, r) = in(r, c): `in` is rows x cols, `out` cols x rows, and they do not overlap. What
  /// lies `ahead` bytes behind each line of `in` is asked for meanwhile; 0 asks for nothing.
  using Transpose = void (*)(char* out, Bytes out_stride, Rectangle in, Bytes ahead);
  /// The rectangle `a` of a matrix and the one at `b`, its mirror image with as many columns as
  /// `a` has rows, change places, each transposed. With b == a.at (a diagonal tile) it is
  /// transposed in place.
  using Swap = void (*)(Rectangle a, char* b, NextPair next);

  /// Copies `bytes` bytes with loads and stores of vectors. A library's memcpy may take to string
  /// instructions or non-temporal stores, which are slow on lines that have just been read.
  using Copy = void (*)(char* to, char const* from, Bytes bytes);

  int side[5];  ///< [log2(bytes of the word)], of the squares of words in registers
  Transpose transpose[5];
  Swap swap[5];
  Copy copy;
};

/// Those for the instruction set that isomer::tile::kernels() chose.
WordKernels const& word_kernels();
/// Those of that name, or null if this build or processor has none.
WordKernels const* word_kernels_named(char const* name);

/// log2 of 1, 2, 4, 8, 16; -1 for what is no word.
constexpr int word_log2(long long bytes) {
  for (int k = 0; k < 5; ++k)
    if (bytes == 1LL << k) return k;
  return -1;
}

}  // namespace isomer::in_place
