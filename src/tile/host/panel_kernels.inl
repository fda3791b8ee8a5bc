// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The kernels of the panel decomposition, written once over an `Isa` that each instruction set's
// file defines before it includes this one:
//   bytes                            of a vector
//   Vector                           the vector
//   join(p, step)                    the 16-byte pieces at p, p + step, .. as one vector
//   join_part(p, step, n)            the same, reading only n bytes of each piece
//   join_halves(p, q)                32 bytes at p and at q (vectors of four lanes only)
//   split(p, step, v)                the pieces of a vector back to p, p + step, ..
//   split_part(p, step, v, n)        the same, writing only n bytes of each piece
// All names live in an anonymous namespace: every instruction set gets copies of its own.
//
// R = bytes/word rows and n = 16/word columns at a time: vector i is joined from the 16-byte pieces
// of rows i, n+i, 2n+i, .., so the n vectors hold squares of n x n words side by side. Transposing
// within 16-byte lanes leaves column j, all R rows in order, in vector j. The same network, being
// its own inverse, serves the way back.
//
// Where there are columns enough, half lines are joined and then half of the lanes exchanged
// (reading), or whole lines are stored after all lanes have been (writing): a quarter of the
// stores. Reading whole lines takes as many instructions as reading halves, but more of them are
// shuffles, which wait for each other (Zen 4, doubles in the second level: 31 GB/s; halves 42,
// pieces 39).
//
// Everything that prefetches is always_inline: GCC takes a function that only prefetches for one
// without effects and drops the call.

#include "tile/host/lanes.inl"

#define ISOMER_PANEL_INLINE inline __attribute__((always_inline))

namespace {

using isomer::in_place::Bytes;
using isomer::in_place::PanelColumns;
using isomer::in_place::PiecesAhead;

constexpr Bytes line = 64;

/// Into the second level: the first is too small for what a group of columns touches.
ISOMER_PANEL_INLINE void prefetch(char const* p) { __builtin_prefetch(p, 0, 2); }

/// Transposes the squares of n x n words that lie side by side in the n vectors.
template <int Word>
ISOMER_PANEL_INLINE void transpose_squares(typename Isa::Vector* vectors) {
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
ISOMER_PANEL_INLINE void exchange_lanes(typename Isa::Vector* v, int step) {
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

template <int Word>
ISOMER_PANEL_INLINE void gather_words(PanelColumns const& g, Bytes from_row) {
  for (Bytes r = from_row; r < g.height; ++r)
    for (int c = 0; c < g.columns; ++c)
      __builtin_memcpy(g.column[c] + r * Word, g.rows + r * g.stride + c * Word, Word);
}

template <int Word>
ISOMER_PANEL_INLINE void scatter_words(PanelColumns const& g, Bytes from_row) {
  for (Bytes r = from_row; r < g.height; ++r)
    for (int c = 0; c < g.columns; ++c)
      __builtin_memcpy(g.rows + r * g.stride + c * Word, g.column[c] + r * Word, Word);
}

/// Half a line of each row. Vectors of the first two lanes are joined from the upper half of the
/// rows, those of the last two from the lower half, so that the lanes are half exchanged.
template <int Word, class I>
ISOMER_PANEL_INLINE void gather_half_line(PanelColumns const& g, Bytes r, int c) {
  constexpr int n = 16 / Word;
  Even<4 * n, char const*> const rows(g.rows + r * g.stride + c * Word, g.stride);
  typename I::Vector v[2 * n];
#pragma GCC unroll 32
  for (int i = 0; i < 2 * n; ++i) {
    int const row = i / n * 2 * n + i % n;
    v[i] = I::join_halves(rows[row], rows[row + n]);
  }
  transpose_squares<Word>(v);
  transpose_squares<Word>(v + n);
  using All = typename MakeSequence<I::bytes / 8>::type;
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j) {
    auto const upper = (VectorOf<8>)v[j];
    auto const lower = (VectorOf<8>)v[n + j];
    VectorOf<8> const left = take_every_other<false>(upper, lower, All{});
    VectorOf<8> const right = take_every_other<true>(upper, lower, All{});
    __builtin_memcpy(g.column[c + j] + r * Word, &left, I::bytes);
    __builtin_memcpy(g.column[c + n + j] + r * Word, &right, I::bytes);
  }
}

/// A line of each row.
template <int Word>
ISOMER_PANEL_INLINE void scatter_line(PanelColumns const& g, Bytes r, int c) {
  constexpr int n = 16 / Word;
  constexpr int words = Isa::bytes / Word;
  Even<words, char*> const rows(g.rows + r * g.stride + c * Word, g.stride);
  typename Isa::Vector v[words];
#pragma GCC unroll 4
  for (int l = 0; l < lanes; ++l) {
#pragma GCC unroll 16
    for (int j = 0; j < n; ++j)
      __builtin_memcpy(&v[l * n + j], g.column[c + l * n + j] + r * Word, Isa::bytes);
    transpose_squares<Word>(v + l * n);
  }
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i) {
    exchange_lanes(v + i, n);
#pragma GCC unroll 4
    for (int l = 0; l < lanes; ++l) __builtin_memcpy(rows[l * n + i], &v[l * n + i], Isa::bytes);
  }
}

/// A piece of 16 bytes of each row.
template <int Word>
ISOMER_PANEL_INLINE void gather_piece(PanelColumns const& g, Bytes r, int c) {
  constexpr int n = 16 / Word;
  typename Isa::Vector v[n];
  char const* const from = g.rows + r * g.stride + c * Word;
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i) v[i] = Isa::join(from + i * g.stride, n * g.stride);
  transpose_squares<Word>(v);
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j) __builtin_memcpy(g.column[c + j] + r * Word, &v[j], Isa::bytes);
}

template <int Word>
ISOMER_PANEL_INLINE void scatter_piece(PanelColumns const& g, Bytes r, int c) {
  constexpr int n = 16 / Word;
  typename Isa::Vector v[n];
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j) __builtin_memcpy(&v[j], g.column[c + j] + r * Word, Isa::bytes);
  transpose_squares<Word>(v);
  char* const to = g.rows + r * g.stride + c * Word;
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i) Isa::split(to + i * g.stride, n * g.stride, v[i]);
}

/// Groups with less columns than a piece has. Whole pieces are read nevertheless where the rows do
/// not end behind them: one load, where a part has to be put together (575390 x 3 floats in place:
/// 0.23 of copy; 0.06 with parts that were put together in memory, tile/host/lane_part.inl).
template <int Word>
ISOMER_PANEL_INLINE void gather_part(PanelColumns const& g, Bytes r) {
  constexpr int n = 16 / Word;
  constexpr int rows = Isa::bytes / Word;
  typename Isa::Vector v[n];
  char const* const from = g.rows + r * g.stride;
  bool const whole = (g.height - r - rows) * g.stride + g.columns * Word >= 16;
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i)
    v[i] = whole ? Isa::join(from + i * g.stride, n * g.stride)
                 : Isa::join_part(from + i * g.stride, n * g.stride, g.columns * Word);
  transpose_squares<Word>(v);
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j)
    if (j < g.columns) __builtin_memcpy(g.column[j] + r * Word, &v[j], Isa::bytes);
}

/// Row after row as whole pieces: each overwrites what the one before has written too much.
template <int Word, int Lane = 0>
ISOMER_PANEL_INLINE void store_rows(char* to, Bytes stride, typename Isa::Vector const* v) {
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
template <int Word>
ISOMER_PANEL_INLINE void scatter_part(PanelColumns const& g, Bytes r) {
  constexpr int n = 16 / Word;
  constexpr int rows = Isa::bytes / Word;
  typename Isa::Vector v[n];
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j)
    __builtin_memcpy(&v[j], g.column[j < g.columns ? j : g.columns - 1] + r * Word, Isa::bytes);
  transpose_squares<Word>(v);
  char* const to = g.rows + r * g.stride;
  if (g.stride == g.columns * Word && (g.height - r - rows) * g.stride >= 16)
    return store_rows<Word>(to, g.stride, v);
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i)
    Isa::split_part(to + i * g.stride, n * g.stride, v[i], g.columns * Word);
}

/// Covers all columns with calls of wide(c) for `Wide` of them, piece(c) for a piece and part() for
/// less. The last piece ends with the last column and moves some for the second time: nothing is
/// written where the group is read.
template <int Word, int Wide, class WideBlock, class Piece, class Part>
ISOMER_PANEL_INLINE void cover_columns(int columns, WideBlock const& wide, Piece const& piece,
                                       Part const& part) {
  constexpr int n = 16 / Word;
  int c = 0;
  if constexpr (Wide > n)
    for (; c + Wide <= columns; c += Wide) wide(c);
  for (; c + n <= columns; c += n) piece(c);
  if (c == columns) return;
  if (columns >= n) piece(columns - n);
  else part();
}

template <int Word>
void gather(PanelColumns const& g) {
  constexpr int rows = Isa::bytes / Word;
  Bytes const width = g.columns * Word;
  Bytes r = 0;
  for (; r + rows <= g.height; r += rows) {
    if (g.rows_ahead != nullptr)
      for (int i = 0; i < rows; ++i)
        for (Bytes b = 0; b < width; b += line)
          prefetch(g.rows_ahead + (r + i) * g.stride + b);
    cover_columns<Word, lanes == 4 && Word >= 8 ? 32 / Word : 0>(
        g.columns, [&](auto c) { gather_half_line<Word, Isa>(g, r, c); },
        [&](int c) { gather_piece<Word>(g, r, c); }, [&] { gather_part<Word>(g, r); });
  }
  gather_words<Word>(g, r);
}

template <int Word>
void scatter(PanelColumns const& g) {
  constexpr int rows = Isa::bytes / Word;
  // The pieces ahead are asked for one after the other, line by line, evenly over the tiles.
  Bytes const lines = (g.height * Word + line - 1) / line;
  Bytes const tiles = g.height / rows;
  Bytes const each = tiles > 0 ? (lines * g.columns + tiles - 1) / tiles : 0;
  int piece = 0;
  Bytes at = 0;
  Bytes r = 0;
  for (; r + rows <= g.height; r += rows) {
    if (g.columns_ahead != nullptr)
      for (Bytes k = 0; k < each && piece < g.columns; ++k) {
        prefetch(g.columns_ahead[piece] + at);
        at += line;
        if (at >= lines * line) {
          at = 0;
          ++piece;
        }
      }
    cover_columns<Word, Word >= 2 ? rows : 0>(
        g.columns, [&](int c) { scatter_line<Word>(g, r, c); },
        [&](int c) { scatter_piece<Word>(g, r, c); }, [&] { scatter_part<Word>(g, r); });
  }
  scatter_words<Word>(g, r);
}

void gather_any(PanelColumns const& g) {
  for (Bytes r = 0; r < g.height; ++r)
    for (int c = 0; c < g.columns; ++c)
      __builtin_memcpy(g.column[c] + r * g.word, g.rows + r * g.stride + c * g.word,
                       static_cast<unsigned long>(g.word));
}

void scatter_any(PanelColumns const& g) {
  for (Bytes r = 0; r < g.height; ++r)
    for (int c = 0; c < g.columns; ++c)
      __builtin_memcpy(g.rows + r * g.stride + c * g.word, g.column[c] + r * g.word,
                       static_cast<unsigned long>(g.word));
}

ISOMER_PANEL_INLINE char const* line_of(char const* p) {
  return p - (reinterpret_cast<unsigned long long>(p) & (line - 1));
}

ISOMER_PANEL_INLINE void ask_for_lines(char const* begin, char const* end) {
  for (char const* p = line_of(begin); p < end; p += line) prefetch(p);
}

ISOMER_PANEL_INLINE void ask_for(PiecesAhead ahead, Bytes bytes) {
  if (ahead.first_half_of != nullptr)
    ask_for_lines(ahead.first_half_of, ahead.first_half_of + bytes / 2);
  if (ahead.second_half_of != nullptr)
    ask_for_lines(ahead.second_half_of + bytes / 2, ahead.second_half_of + bytes);
}

/// Aligned loads, unaligned stores: 37 GB/s instead of 32 the other way round (pieces of 2 KB, one
/// thread, Zen 4). `to` and `from` do not overlap.
void move(char* to, char const* from, Bytes bytes, PiecesAhead ahead) {
  ask_for(ahead, bytes);
  using Vector = typename Isa::Vector;
  if (bytes < Isa::bytes) {
    __builtin_memcpy(to, from, static_cast<unsigned long>(bytes));
    return;
  }
  Vector first;
  Vector last;
  __builtin_memcpy(&first, from, Isa::bytes);
  __builtin_memcpy(&last, from + bytes - Isa::bytes, Isa::bytes);
  __builtin_memcpy(to, &first, Isa::bytes);
  Bytes k = Isa::bytes - static_cast<Bytes>(reinterpret_cast<unsigned long long>(from) &
                                            (Isa::bytes - 1));
  for (; k + Isa::bytes <= bytes; k += Isa::bytes) {
    Vector v;
    __builtin_memcpy(&v, from + k, Isa::bytes);
    __builtin_memcpy(to + k, &v, Isa::bytes);
  }
  __builtin_memcpy(to + bytes - Isa::bytes, &last, Isa::bytes);
}

#if defined(__x86_64__)
void string_move(char* to, char const* from, Bytes bytes, PiecesAhead ahead) {
  ask_for(ahead, bytes);
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}
#else
constexpr isomer::in_place::PanelKernels::Move string_move = nullptr;
#endif

constexpr isomer::in_place::PanelKernels panel_kernels_for(char const* name) {
  return {name,
          {gather<1>, gather<2>, gather<4>, gather<8>, gather<16>, gather_any},
          {scatter<1>, scatter<2>, scatter<4>, scatter<8>, scatter<16>, scatter_any},
          move,
          string_move};
}

}  // namespace
