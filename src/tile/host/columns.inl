// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

// Neighbouring columns of a few rows become pieces of their own, and back (tile/host/columns.hpp).
// For any `Isa` (tile/host/kernels.inl).
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

#include "tile/host/column_runs.inl"
#include "tile/host/columns.hpp"
#include "tile/host/inline.inl"
#include "tile/host/lanes.inl"
#include "tile/host/packed_rows.inl"

namespace {

using isomer::tile::Offset;
using isomer::tile::PanelColumns;

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
ISOMER_INLINE void gather_half_line(RowBlock<In> const& block, int c) {
  constexpr int n = 16 / Word;
  PanelColumns const& g = block.g;
  Even<4 * n, char const*> const rows(g.rows + block.row * g.stride + c * Word, g.stride);
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
ISOMER_INLINE void scatter_line(RowBlock<In> const& block, int c) {
  constexpr int n = 16 / Word;
  constexpr int words = Isa::bytes / Word;
  PanelColumns const& g = block.g;
  Even<words, char*> const rows(g.rows + block.row * g.stride + c * Word, g.stride);
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
    for (int l = 0; l < lanes; ++l) __builtin_memcpy(rows[l * n + i], &v[l * n + i], Isa::bytes);
  }
}

/// A lane of each row.
template <int Word, class In>
ISOMER_INLINE void gather_lane(RowBlock<In> const& block, int c) {
  constexpr int n = 16 / Word;
  PanelColumns const& g = block.g;
  typename Isa::Vector v[n];
  char const* const from = g.rows + block.row * g.stride + c * Word;
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i) v[i] = Isa::join_lanes(from + i * g.stride, n * g.stride);
  transpose_squares<Word>(v);
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j) block.store(c + j, v[j]);
}

template <int Word, class In>
ISOMER_INLINE void scatter_lane(RowBlock<In> const& block, int c) {
  constexpr int n = 16 / Word;
  PanelColumns const& g = block.g;
  typename Isa::Vector v[n];
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j) v[j] = block.load(c + j);
  transpose_squares<Word>(v);
  char* const to = g.rows + block.row * g.stride + c * Word;
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i) Isa::split_lanes(to + i * g.stride, n * g.stride, v[i]);
}

/// Fewer columns than a lane has. Whole lanes are read nevertheless where the rows do not end before
/// them: one load, where a part has to be put together.
template <int Word, class In>
ISOMER_INLINE void gather_part(RowBlock<In> const& block) {
  constexpr int n = 16 / Word;
  constexpr int rows = Isa::bytes / Word;
  PanelColumns const& g = block.g;
  typename Isa::Vector v[n];
  char const* const from = g.rows + block.row * g.stride;
  bool const whole = (g.height - block.row - rows) * g.stride + g.columns * Word >= 16;
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i)
    v[i] = whole ? Isa::join_lanes(from + i * g.stride, n * g.stride)
                 : Isa::join_lane_parts(from + i * g.stride, n * g.stride, g.columns * Word);
  transpose_squares<Word>(v);
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j)
    if (j < g.columns) block.store(j, v[j]);
}

/// Row after row as whole lanes: each overwrites what the one before has written behind its own end.
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
ISOMER_INLINE void scatter_part(RowBlock<In> const& block) {
  constexpr int n = 16 / Word;
  constexpr int rows = Isa::bytes / Word;
  PanelColumns const& g = block.g;
  typename Isa::Vector v[n];
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j) v[j] = block.load(j < g.columns ? j : g.columns - 1);
  transpose_squares<Word>(v);
  char* const to = g.rows + block.row * g.stride;
  if (g.stride == g.columns * Word && (g.height - block.row - rows) * g.stride >= 16)
    return store_rows<Word>(to, g.stride, v);
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i)
    Isa::split_lane_parts(to + i * g.stride, n * g.stride, v[i], g.columns * Word);
}

/// Covers all columns with calls of wide(c) for `Wide` of them, lane(c) for a lane and part() for
/// fewer. The last lane ends with the last column and moves some for the second time: nothing is
/// written where the group is read.
template <int Word, int Wide, class WideBlock, class Lane, class Part>
ISOMER_INLINE void cover_columns(int columns, WideBlock const& wide, Lane const& lane,
                                 Part const& part) {
  constexpr int n = 16 / Word;
  int c = 0;
  if constexpr (Wide > n)
    for (; c + Wide <= columns; c += Wide) wide(c);
  for (; c + n <= columns; c += n) lane(c);
  if (c == columns) return;
  if (columns >= n) lane(columns - n);
  else part();
}

template <int Word, int Packed, class In>
ISOMER_INLINE void gather_blocks(PanelColumns const& g) {
  constexpr int rows = Isa::bytes / Word;
  Offset const width = g.columns * Word;
  Offset r = 0;
  for (; r + rows <= g.height; r += rows) {
    if (g.next_rows != nullptr)
      for (int i = 0; i < rows; ++i)
        for (Offset b = 0; b < width; b += line)
          Isa::prefetch(g.next_rows + (r + i) * g.stride + b);
    RowBlock<In> const block(g, r, Word);
    if constexpr (Packed > 0) gather_packed<Word, Packed>(block);
    else cover_columns<Word, lanes == 4 && Word >= 8 ? 32 / Word : 0>(
        g.columns, [&](int c) { gather_half_line<Word>(block, c); },
        [&](int c) { gather_lane<Word>(block, c); }, [&] { gather_part<Word>(block); });
  }
  gather_words<Word>(g, r);
}

template <int Word, int Packed, class In>
ISOMER_INLINE void scatter_blocks(PanelColumns const& g) {
  constexpr int rows = Isa::bytes / Word;
  // The next pieces are prefetched one after the other, line by line, evenly over the blocks.
  Offset const lines = (g.height * Word + line - 1) / line;
  Offset const blocks = g.height / rows;
  Offset const each = blocks > 0 ? (lines * g.columns + blocks - 1) / blocks : 0;
  int piece = 0;
  Offset at = 0;
  Offset r = 0;
  for (; r + rows <= g.height; r += rows) {
    if (g.next_columns != nullptr)
      for (Offset k = 0; k < each && piece < g.columns; ++k) {
        Isa::prefetch(g.next_columns[piece] + at);
        at += line;
        if (at >= lines * line) {
          at = 0;
          ++piece;
        }
      }
    RowBlock<In> const block(g, r, Word);
    if constexpr (Packed > 0) scatter_packed<Word, Packed>(block);
    else cover_columns<Word, Word >= 2 ? rows : 0>(
        g.columns, [&](int c) { scatter_line<Word>(block, c); },
        [&](int c) { scatter_lane<Word>(block, c); }, [&] { scatter_part<Word>(block); });
  }
  scatter_words<Word>(g, r);
}

// Functions of their own: what a compiler does to one shall not depend on the others.
template <int Word, int Packed>
__attribute__((noinline)) void gather_rows(PanelColumns const& g) {
  with_runs(g, [&]<class In>(In) { gather_blocks<Word, Packed, In>(g); });
}

template <int Word, int Packed>
__attribute__((noinline)) void scatter_rows(PanelColumns const& g) {
  with_runs(g, [&]<class In>(In) { scatter_blocks<Word, Packed, In>(g); });
}

template <int Word>
void gather(PanelColumns const& g) {
  if constexpr (Word < lane_bytes)
    if (are_halves<Word>(g)) return gather_halves<Word>(g);
  with_packed<Word, 6>(g, [&]<int Packed>() { gather_rows<Word, Packed>(g); });
}

template <int Word>
void scatter(PanelColumns const& g) {
  if constexpr (Word < lane_bytes)
    if (are_halves<Word>(g)) return scatter_halves<Word>(g);
  with_packed<Word, 7>(g, [&]<int Packed>() { scatter_rows<Word, Packed>(g); });
}

void gather_any(PanelColumns const& g) {
  for (Offset r = 0; r < g.height; ++r)
    for (int c = 0; c < g.columns; ++c)
      __builtin_memcpy(g.column[c] + in_runs(g, r * g.word), g.rows + r * g.stride + c * g.word,
                       static_cast<unsigned long>(g.word));
}

void scatter_any(PanelColumns const& g) {
  for (Offset r = 0; r < g.height; ++r)
    for (int c = 0; c < g.columns; ++c)
      __builtin_memcpy(g.rows + r * g.stride + c * g.word, g.column[c] + in_runs(g, r * g.word),
                       static_cast<unsigned long>(g.word));
}

constexpr isomer::tile::ColumnKernels column_kernels{
    {gather<1>, gather<2>, gather<4>, gather<8>, gather<16>, gather_any},
    {scatter<1>, scatter<2>, scatter<4>, scatter<8>, scatter<16>, scatter_any}};

}  // namespace
