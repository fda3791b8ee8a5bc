// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Blocks of rows that become columns, transposed in registers.
//
// A block of R rows and C columns (R = bytes/word, n = 16/word) is transposed a piece of each row
// at a time. With pieces of one lane, vector i is joined from rows i, n+i, 2n+i, .., so the n
// vectors hold squares of n x n side by side, and transposing within lanes leaves whole columns:
//
//     row 0   a b | . .      row i of each square in vector i         vector 0: a e i m
//     row 1   e f | . .  ->  vector 0: a b i j   in-lane 2 x 2   ->   vector 1: b f j n
//     row 2   i j | . .      vector 1: e f m n
//     row 3   m n | . .
//
// With pieces of two lanes half the loads do: vectors 0..n are joined from rows i and n+i, vectors
// n..2n from rows R/2+i and R/2+n+i. In-lane transposition then leaves a lane of column j beside one
// of column n+j, and the even (odd) lanes of vector j followed by those of n+j are the whole column.
// For any `Isa` (tile/host/kernels.inl).

#include "tile/host/columns.inl"
#include "tile/host/job.hpp"
#include "tile/host/lanes.inl"

namespace {

using isomer::tile::Block;
using isomer::tile::Offset;
using isomer::tile::Tables;

constexpr int pieces = Isa::bytes / Isa::piece;

/// Addresses anywhere.
template <class Pointer>
class Scattered {
 public:
  Scattered(Pointer base, Offset const* offset) : base_(base), offset_(offset) {}
  Pointer operator[](int i) const { return base_ + offset_[i]; }
  Scattered further(Offset bytes) const { return {base_ + bytes, offset_}; }

 private:
  Pointer base_;
  Offset const* offset_;
};

/// Where the columns of a block go, a piece of them at a time.
template <int Word>
struct EvenColumns {
  char* out;
  Offset step;
  auto from(int c) const { return Even<Isa::piece / Word, char*>(out + c * step, step); }
};
struct ScatteredColumns {
  char* out;
  Offset const* offset;
  auto from(int c) const { return Scattered<char*>(out, offset + c); }
};

/// A whole vector, through the caches or past them, or its first bytes.
struct StoreAll {
  void operator()(char* d, typename Isa::Vector v) const { Isa::store(d, v); }
};
struct StreamAll {
  void operator()(char* d, typename Isa::Vector v) const { Isa::stream(d, v); }
};
struct StorePart {
  int bytes;
  void operator()(char* d, typename Isa::Vector v) const { Isa::store_part(d, v, bytes); }
};

/// Nothing else is done while a block is transposed. What is, has `is_any`, `half_line<Rows>(at,
/// half)`, called twice for each line of the rows with the bytes before it, and `has_set_conflict`:
/// whether they displace each other in the first-level cache.
struct Alone {
  static constexpr bool is_any = false;
};

/// Words of a piece of each row: the columns that transpose_pieces yields.
template <int Word>
constexpr int piece_columns = Isa::piece / Word;

/// A piece of each of a vector's rows from `first` on as columns.
template <int Word, class Rows>
inline __attribute__((always_inline)) void transpose_pieces(Rows const& rows, int first,
                                                            typename Isa::Vector* column) {
  constexpr int n = lane_bytes / Word;
  constexpr int squares = Isa::piece / lane_bytes;
  VectorOf<Word> v[squares * n];
#pragma GCC unroll 32
  for (int i = 0; i < squares * n; ++i) {
    char const* piece[pieces];
#pragma GCC unroll 4
    for (int l = 0; l < pieces; ++l)
      piece[l] = rows[first + (i / n * pieces + l) * n + i % n];
    v[i] = (VectorOf<Word>)Isa::join(piece);
  }
#pragma GCC unroll 2
  for (int square = 0; square < squares; ++square) {
    if constexpr (n > 1) transpose_lanes<Word>(v + square * n);
  }
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j) {
    if constexpr (squares == 1) {
      column[j] = (typename Isa::Vector)v[j];
    } else {
      using All = typename MakeSequence<Isa::bytes / 8>::type;
      auto const a = (VectorOf<8>)v[j];
      auto const b = (VectorOf<8>)v[n + j];
      column[j] = (typename Isa::Vector)take_every_other<false>(a, b, All{});
      column[n + j] = (typename Isa::Vector)take_every_other<true>(a, b, All{});
    }
  }
}

/// The same of as many rows as `Stack` vectors hold, behind those of `first` vectors, to to[0],
/// to[1], ..
template <int Word, int Stack, class Rows, class Columns, class Store>
inline __attribute__((always_inline)) void transpose_stack(Rows const& rows, Columns const& to,
                                                           Store const& store, int first = 0) {
  typename Isa::Vector column[Stack][piece_columns<Word>];
#pragma GCC unroll 4
  for (int g = 0; g < Stack; ++g)
    transpose_pieces<Word>(rows, (first + g) * Isa::bytes / Word, column[g]);
#pragma GCC unroll 32
  for (int j = 0; j < piece_columns<Word>; ++j)
#pragma GCC unroll 4
    for (int g = 0; g < Stack; ++g) store(to[j] + (first + g) * Isa::bytes, column[g][j]);
}

/// Whether there is one place in the first-level cache for the lines of half a block's rows, but not
/// for those of all.
template <int Word>
constexpr bool halves_fit = isomer::tile::line_bytes / Word > isomer::tile::ways &&
                            isomer::tile::line_bytes / Word / 2 <= isomer::tile::ways;

/// Half of the line of each row that begins with column `c`, or the line of half the rows where
/// there is no room for all.
template <int Word, int Stack, bool SetConflict, class Rows, class Columns, class Store>
inline __attribute__((always_inline)) void transpose_half(Rows const& rows, Columns const& columns,
                                                          int c, int half, Store const& store) {
  constexpr bool by_rows = SetConflict && Stack > 1;
  constexpr int stack = by_rows ? Stack / 2 : Stack;
  constexpr int words = isomer::tile::line_bytes / Word / (by_rows ? 1 : 2);
  int const begin = by_rows ? c : c + half * words;
#pragma GCC unroll 4
  for (int k = begin; k < begin + words; k += piece_columns<Word>)
    transpose_stack<Word, stack>(rows.further(k * Word), columns.from(k), store,
                                 by_rows ? half * stack : 0);
}

/// Columns by whole lines of the rows, while something else is done. Returns how many.
template <int Word, int Stack, class Rows, class Columns, class Store, class Meantime>
inline __attribute__((always_inline)) int transpose_pipelined(Rows const& rows, Columns const& columns,
                                                          int count, Store const& store,
                                                          Meantime const& meantime) {
  constexpr int height = Stack * Isa::bytes / Word;
  constexpr int words = isomer::tile::line_bytes / Word;
  int c = 0;
  for (; c + words <= count; c += words)
#pragma GCC unroll 2
    for (int h = 0; h < 2; ++h) {
      meantime.template half_line<height>(c * Word, h);
      transpose_half<Word, Stack, Meantime::has_set_conflict>(rows, columns, c, h, store);
    }
  if (c < count) {
    meantime.template half_line<height>(c * Word, 0);
    meantime.template half_line<height>(c * Word, 1);
  }
  return c;
}

/// All columns of a block that has a piece of columns at least.
template <int Word, int Stack, class Rows, class Columns, class Store, class Meantime>
inline __attribute__((always_inline)) void transpose_whole(Rows const& rows,
                                                           Columns const& columns, int count,
                                                           Store const& store,
                                                           Meantime const& meantime) {
  constexpr int step = piece_columns<Word>;
  int c = 0;
  if constexpr (Meantime::is_any)
    c = transpose_pipelined<Word, Stack>(rows, columns, count, store, meantime);
  for (; c + Isa::turn * step <= count; c += Isa::turn * step)
#pragma GCC unroll 2
    for (int k = c; k < c + Isa::turn * step; k += step)
      transpose_stack<Word, Stack>(rows.further(k * Word), columns.from(k), store);
  for (; c + step <= count; c += step)
    transpose_stack<Word, Stack>(rows.further(c * Word), columns.from(c), store);
  // The last columns again, so that they fill a piece: moving twice is harmless.
  if (c < count)
    transpose_stack<Word, Stack>(rows.further((count - step) * Word), columns.from(count - step),
                                 store);
}

/// Blocks whose rows, or columns, lie at unequal distances.
template <int Word, int Stack, class Store, class Meantime>
__attribute__((noinline)) void transpose_scattered(char const* src, char* out, Offset const* row,
                                                   Offset const* col, Block const& block,
                                                   Store const& store,
                                                   Meantime const& meantime) {
  Scattered<char const*> const rows(src, row);
  transpose_whole<Word, Stack>(rows, ScatteredColumns{out, col}, block.cols, store, meantime);
}

/// Blocks of as many rows as `Stack` vectors hold.
template <int Word, int Stack, class Store, class Meantime>
inline __attribute__((always_inline)) void transpose_full(char const* src, char* out,
                                                          Offset const* row, Offset const* col,
                                                          Block const& block, Store const& store,
                                                          Meantime const& meantime) {
  if (block.row_step == 0 || block.col_step == 0)
    return transpose_scattered<Word, Stack>(src, out, row, col, block, store, meantime);
  Even<Stack * Isa::bytes / Word, char const*> const rows(src + row[0], block.row_step);
  transpose_whole<Word, Stack>(rows, EvenColumns<Word>{out + col[0], block.col_step}, block.cols,
                               store, meantime);
}

/// Blocks with few rows and columns at even distances: the rows become columns of a panel
/// (columns.inl), which pays for bytes, of which vectors hold most. False for others.
template <int Word>
inline bool transpose_narrow_block(char const* src, char* out, Offset const* row, Offset const* col,
                               Block const& block) {
  constexpr int most = 20;
  constexpr int long_enough = 32;
  if (block.rows > most || block.cols < long_enough || block.col_step == 0) return false;
  char* rows[most];
  for (int r = 0; r < block.rows; ++r) rows[r] = const_cast<char*>(src) + row[r];
  isomer::tile::PanelColumns panel{};
  panel.rows = out + col[0];
  panel.stride = block.col_step;
  panel.height = block.cols;
  panel.word = Word;
  panel.columns = block.rows;
  panel.column = rows;
  scatter<Word>(panel);
  return true;
}

/// Blocks with less rows than a vector has words: missing rows repeat the last one; their words are
/// not stored.
template <int Word>
__attribute__((noinline)) void transpose_short(char const* src, char* out, Offset const* row,
                                               Offset const* col, Block const& block) {
  constexpr int height = Isa::bytes / Word;
  Offset held[height];
  for (int r = 0; r < height; ++r) held[r] = row[r < block.rows ? r : block.rows - 1];
  Scattered<char const*> const rows(src, held);
  transpose_whole<Word, 1>(rows, ScatteredColumns{out, col}, block.cols,
                           StorePart{block.rows * Word}, Alone{});
}

/// Blocks that have fewer columns: a lane of columns at a time.
template <int Word, bool AllRows>
inline void transpose_lane(char const* src, char* out, Offset const* row, int rows,
                           Offset const* col, int columns) {
  constexpr int n = lane_bytes / Word;
  VectorOf<Word> v[n];
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i) {
    char const* piece[lanes];
#pragma GCC unroll 4
    for (int l = 0; l < lanes; ++l) {
      int const r = l * n + i;
      piece[l] = src + row[AllRows || r < rows ? r : rows - 1];
    }
    v[i] = (VectorOf<Word>)Isa::join_part(piece, columns * Word);
  }
  if constexpr (n > 1) transpose_lanes<Word>(v);
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j) {
    if (j >= columns) return;
    if constexpr (AllRows) Isa::store(out + col[j], (typename Isa::Vector)v[j]);
    else Isa::store_part(out + col[j], (typename Isa::Vector)v[j], rows * Word);
  }
}

template <int Word>
void transpose_part(char const* src, char* out, Tables const& tables, Block const& block) {
  constexpr int n = lane_bytes / Word;
  constexpr int height = Isa::bytes / Word;
  Offset const* const row = tables.row_src + block.row;
  Offset const* const col = tables.col_out + block.col;
  for (int c = 0; c < block.cols; c += n) {
    int const columns = block.cols - c < n ? block.cols - c : n;
    char const* const from = src + c * Word;
    if (block.rows == height)
      transpose_lane<Word, true>(from, out, row, height, col + c, columns);
    else
      transpose_lane<Word, false>(from, out, row, block.rows, col + c, columns);
  }
}

/// Blocks as high as a line: each column is a whole line of the output.
template <int Word, class Store, class Meantime>
__attribute__((noinline)) void transpose_lines(char const* src, char* out, Tables const& tables,
                                               Block const& block, Store const& store,
                                               Meantime const& meantime) {
  transpose_full<Word, isomer::tile::line_bytes / Isa::bytes>(
      src + block.src, out + block.out, tables.row_src + block.row, tables.col_out + block.col,
      block, store, meantime);
}

}  // namespace
