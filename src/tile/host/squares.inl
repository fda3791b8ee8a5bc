// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Squares of words, transposed in registers or in a buffer of lines. For any `Isa`
// (tile/host/kernels.inl), whose `square_bytes<Word>` is the width of a row in registers.
//
// A square of n x n words, n = square_bytes / Word, takes log2(n) stages. In vectors of one lane
// they are those of transpose_lanes: one instruction for each vector everywhere. In wider ones a
// stage exchanges blocks of s x s words across the diagonal, s = n/2 .. 1, which crosses the lanes
// with whole lanes only:
//
//     a a b b      a a c c      a b c d
//     a a b b  ->  a a c c  ->  . . . .
//     c c d d      b b d d
//     c c d d      b b d d

#include "tile/host/inline.inl"
#include "tile/host/lanes.inl"
#include "tile/host/squares.hpp"

namespace {

using isomer::tile::Offset;

/// Two new vectors from two old ones: word k of the first is word first(k) of a followed by b.
template <class Choice, class Vector, int... K>
ISOMER_INLINE void exchange(Vector& a, Vector& b, Sequence<K...>) {
  Vector const first = pick_words<Choice::first(K)...>(a, b);
  b = pick_words<Choice::second(K)...>(a, b);
  a = first;
}

template <int N, int S>
struct AcrossDiagonal {
  static constexpr int first(int k) { return (k & S) != 0 ? N + k - S : k; }
  static constexpr int second(int k) { return (k & S) != 0 ? N + k : k + S; }
};

/// `Parts`: elements of a vector that make up a word.
template <int N, int S, int Parts, class Vector>
ISOMER_INLINE void block_stages(Vector* v) {
  using All = typename MakeSequence<N * Parts>::type;
#pragma GCC unroll 32
  for (int k = 0; k < N; ++k)
    if ((k & S) == 0) exchange<AcrossDiagonal<N * Parts, S * Parts>>(v[k], v[k + S], All{});
  if constexpr (S > 1) block_stages<N, S / 2, Parts>(v);
}

/// A square of words in registers.
template <int Word, int Width = Isa::template square_bytes<Word>>
struct Square {
  static constexpr int width = Width;
  static constexpr int side = width / Word;
  static constexpr int element = sizeof(typename ElementOf<Word>::type);
  using Vector = VectorOf<Word, width>;

  Vector v[side];

  ISOMER_INLINE void load(char const* from, Offset stride) {
#pragma GCC unroll 32
    for (int k = 0; k < side; ++k) __builtin_memcpy(&v[k], from + k * stride, width);
  }
  ISOMER_INLINE void store(char* to, Offset stride) const {
#pragma GCC unroll 32
    for (int k = 0; k < side; ++k) __builtin_memcpy(to + k * stride, &v[k], width);
  }
  ISOMER_INLINE void transpose() {
    if constexpr (side == 1) return;
    else if constexpr (width == lane_bytes) transpose_lanes<Word, width>(v);
    else block_stages<side, side / 2, Word / element>(v);
  }
};

/// As many words as fill a cache line, squared. Each row is read and written once: where rows share
/// a set of the cache, parts of one would find none of the others there. (8192 x 8192 bytes: 0.4 to
/// 0.6 of copy, 0.2 in parts of 16 bytes.)
template <int Word>
struct LineSquare {
  static constexpr int width = 64;
  static constexpr int side = width / Word;

  char read[side * width];
  char written[side * width];

  ISOMER_INLINE void load(char const* from, Offset stride) {
    for (int k = 0; k < side; ++k) __builtin_memcpy(read + k * width, from + k * stride, width);
  }
  ISOMER_INLINE void store(char* to, Offset stride) const {
    for (int k = 0; k < side; ++k) __builtin_memcpy(to + k * stride, written + k * width, width);
  }
  inline void transpose() {
    constexpr int n = Square<Word>::side;
    for (int r = 0; r < side; r += n)
      for (int c = 0; c < side; c += n) {
        Square<Word> square;
        square.load(read + r * width + c * Word, width);
        square.transpose();
        square.store(written + c * width + r * Word, width);
      }
  }
};

template <int Word>
struct OneWord {
  static constexpr int width = Word;
  static constexpr int side = 1;

  char bytes[Word];

  inline void load(char const* from, Offset) { __builtin_memcpy(bytes, from, Word); }
  inline void store(char* to, Offset) const { __builtin_memcpy(to, bytes, Word); }
  inline void transpose() {}
};

}  // namespace
