// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

// Lanes, half lines and lines of a block of rows become vectors of columns, and back, in registers.
//
// R = bytes/word rows and n = 16/word columns at a time: vector i is joined from the 16-byte lanes
// of rows i, n+i, 2n+i, .., so the n vectors hold squares of n x n words side by side. Transposing
// within 16-byte lanes leaves column j, all R rows in order, in vector j. The same network, being
// its own inverse, serves the way back.
//
// Where there are enough columns, half lines are joined and half of the lanes exchanged behind that
// (reading), or whole lines are stored after all lanes have been (writing). Whole lines would be
// read by as many instructions as halves, but more of them are shuffles, which wait for each other
// (Zen 4, doubles in the second level: 31 GB/s; halves 42, lanes 39).

#include "tile/host/columns/column_runs.inl"
#include "tile/host/inline.inl"
#include "tile/host/lanes.inl"

namespace {

using isomer::tile::Offset;

/// Transposes the squares of n x n words that lie side by side in the n vectors.
template <int Word>
ISOMER_INLINE void transpose_squares(typename Isa::Vector* vectors) {
  if constexpr (Word < lane_bytes) {
    constexpr int n = lane_bytes / Word;
    VectorOf<Word> v[n];
#pragma GCC unroll 16
    for (int k = 0; k < n; ++k) v[k] = (VectorOf<Word>)vectors[k];
    transpose_lanes<Word>(v);
#pragma GCC unroll 16
    for (int k = 0; k < n; ++k) vectors[k] = (typename Isa::Vector)v[k];
  }
}

/// Transposes the square of lanes in v[0], v[step], ..: each stage takes the even and the odd lanes
/// of two neighbours apart, which is one instruction with an immediate.
ISOMER_INLINE void exchange_lanes(typename Isa::Vector* v, int step) {
  using All = typename MakeSequence<Isa::bytes / 8>::type;
#pragma GCC unroll 2
  for (int stage = 1; stage < lanes; stage *= 2) {
    typename Isa::Vector next[lanes];
#pragma GCC unroll 2
    for (int k = 0; k < lanes / 2; ++k) {
      auto const a = (VectorOf<8>)v[2 * k * step];
      auto const b = (VectorOf<8>)v[(2 * k + 1) * step];
      next[k] = (typename Isa::Vector)take_every_other<false>(a, b, All{});
      next[lanes / 2 + k] = (typename Isa::Vector)take_every_other<true>(a, b, All{});
    }
#pragma GCC unroll 4
    for (int k = 0; k < lanes; ++k) v[k * step] = next[k];
  }
}

/// Half a line of each row. Vectors of the first two lanes are joined from the upper half of the
/// rows, those of the last two from the lower half, so that the lanes are half exchanged.
template <int Word, class In>
ISOMER_INLINE void gather_half_line(RowBlock<Word, In> const& block, int c) {
  constexpr int n = 16 / Word;
  Even<4 * n, char const*> const rows(block.rows + c * Word, block.stride);
  typename Isa::Vector v[2 * n];
#pragma GCC unroll 32
  for (int i = 0; i < 2 * n; ++i) {
    int const row = i / n * 2 * n + i % n;
    char const* const half[]{rows[row], rows[row + n]};
    v[i] = Isa::join(half);
  }
  transpose_squares<Word>(v);
  transpose_squares<Word>(v + n);
  using All = typename MakeSequence<Isa::bytes / 8>::type;
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j) {
    auto const upper = (VectorOf<8>)v[j];
    auto const lower = (VectorOf<8>)v[n + j];
    VectorOf<8> const left = take_every_other<false>(upper, lower, All{});
    VectorOf<8> const right = take_every_other<true>(upper, lower, All{});
    block.store(c + j, (typename Isa::Vector)left);
    block.store(c + n + j, (typename Isa::Vector)right);
  }
}

/// A line of each row.
template <int Word, class In>
ISOMER_INLINE void scatter_line(RowBlock<Word, In> const& block, int c) {
  constexpr int n = 16 / Word;
  constexpr int words = Isa::bytes / Word;
  Even<words, char*> const rows(block.rows + c * Word, block.stride);
  typename Isa::Vector v[words];
#pragma GCC unroll 4
  for (int l = 0; l < lanes; ++l) {
#pragma GCC unroll 16
    for (int j = 0; j < n; ++j) v[l * n + j] = block.load(c + l * n + j);
    transpose_squares<Word>(v + l * n);
  }
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i) {
    exchange_lanes(v + i, n);
#pragma GCC unroll 4
    for (int l = 0; l < lanes; ++l) block.store_rows(rows[l * n + i], v[l * n + i]);
  }
}

/// Calls join(row, step) for the lanes of the rows of a block, and stores columns c + first ..
/// c + end - 1.
template <int Word, class In, class Join>
ISOMER_INLINE void gather_lanes(RowBlock<Word, In> const& block, int c, int first, int end,
                                Join const& join) {
  constexpr int n = 16 / Word;
  constexpr int vectors = RowBlock<Word, In>::vectors;
  typename Isa::Vector v[vectors * n];
  char const* const from = block.rows + c * Word;
#pragma GCC unroll 4
  for (int k = 0; k < vectors; ++k) {
#pragma GCC unroll 16
    for (int i = 0; i < n; ++i)
      v[k * n + i] = join(from + (k * block.vector_rows + i) * block.stride, n * block.stride);
    transpose_squares<Word>(v + k * n);
  }
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j)
    if (j >= first && j < end) block.store_all(c + j, v + j, n);
}

/// A lane of each row, of which the words from `first` on are stored.
template <int Word, class In>
ISOMER_INLINE void gather_lane(RowBlock<Word, In> const& block, int c, int first = 0) {
  gather_lanes(block, c, first, 16 / Word,
               [](char const* from, Offset step) { return Isa::join_lanes(from, step); });
}

template <int Word, class In>
ISOMER_INLINE void scatter_lane(RowBlock<Word, In> const& block, int c) {
  constexpr int n = 16 / Word;
  typename Isa::Vector v[n];
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j) v[j] = block.load(c + j);
  transpose_squares<Word>(v);
  char* const to = block.rows + c * Word;
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i) Isa::split_lanes(to + i * block.stride, n * block.stride, v[i]);
}

/// Fewer columns than a lane has. Whole lanes are read nevertheless where the rows do not end
/// before them: one load, where a part has to be put together.
template <int Word, class In>
ISOMER_INLINE void gather_part(RowBlock<Word, In> const& block) {
  int const bytes = block.columns * Word;
  bool const whole = block.behind() + bytes >= 16;
  gather_lanes(block, 0, 0, block.columns, [=](char const* from, Offset step) {
    return whole ? Isa::join_lanes(from, step) : Isa::join_lane_parts(from, step, bytes);
  });
}

/// Row after row as whole lanes: each overwrites what the one before has written behind its end.
template <int Word, int Lane = 0>
ISOMER_INLINE void store_rows(char* to, Offset stride, typename Isa::Vector const* v) {
  constexpr int n = 16 / Word;
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i) {
    auto const words = (VectorOf<8>)v[i];
    auto const row = __builtin_shufflevector(words, words, 2 * Lane, 2 * Lane + 1);
    __builtin_memcpy(to + (Lane * n + i) * stride, &row, 16);
  }
  if constexpr (Lane + 1 < lanes) store_rows<Word, Lane + 1>(to, stride, v);
}

/// Missing columns repeat the last one; their words are not stored, or stored to be overwritten
/// where rows follow each other without a gap and others follow these.
template <int Word, class In>
ISOMER_INLINE void scatter_part(RowBlock<Word, In> const& block) {
  constexpr int n = 16 / Word;
  typename Isa::Vector v[n];
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j) v[j] = block.load(j < block.columns ? j : block.columns - 1);
  transpose_squares<Word>(v);
  if (block.stride == block.columns * Word && block.behind() >= 16)
    return store_rows<Word>(block.rows, block.stride, v);
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i)
    Isa::split_lane_parts(block.rows + i * block.stride, n * block.stride, v[i],
                          block.columns * Word);
}

}  // namespace
