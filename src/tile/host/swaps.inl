// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Rectangles of words: transposed, exchanged with their mirror images, copied
// (tile/host/squares.hpp). For any `Isa` (tile/host/kernels.inl).

#include "tile/host/columns.inl"
#include "tile/host/inline.inl"
#include "tile/host/squares.hpp"
#include "tile/host/squares.inl"

namespace {

using isomer::tile::NextPair;
using isomer::tile::Offset;
using isomer::tile::Rectangle;

template <int Word>
inline void move_word(char* to, char const* from) {
  __builtin_memcpy(to, from, Word);
}

template <int Word>
inline void transpose_words(char* out, Offset out_stride, Rectangle in, Offset prefetch_distance) {
  for (Offset r = 0; r < in.rows; ++r) {
    char const* const row = in.at + r * in.stride;
    if (prefetch_distance != 0)
      for (Offset k = 0; k < in.cols * Word; k += line) Isa::prefetch(row + k + prefetch_distance);
    for (Offset c = 0; c < in.cols; ++c)
      move_word<Word>(out + c * out_stride + r * Word, row + c * Word);
  }
}

/// Fewer than `n` rows or columns: these are pieces that columns of a panel become or come from
/// (columns.inl). Columns are read with what lies behind them in their rows, which may be others'.
template <int Word, int n>
void transpose_narrow(char* out, Offset out_stride, Rectangle in, Offset prefetch_distance) {
  bool const to_pieces = in.cols < n;
  PanelColumns panel{};
  panel.word = Word;
  panel.rows = to_pieces ? in.at : out;
  panel.stride = to_pieces ? in.stride : out_stride;
  panel.height = to_pieces ? in.rows : in.cols;
  panel.columns = static_cast<int>(to_pieces ? in.cols : in.rows);
  bool const reads_others = to_pieces && in.stride != in.cols * Word;
  if (panel.height < n || reads_others)
    return transpose_words<Word>(out, out_stride, in, prefetch_distance);
  char* piece[n];
  for (int k = 0; k < panel.columns; ++k)
    piece[k] = to_pieces ? out + k * out_stride : in.at + k * in.stride;
  panel.column = piece;
  if (to_pieces) {
    if (prefetch_distance != 0) panel.next_rows = in.at + prefetch_distance;
    gather<Word>(panel);
  } else {
    scatter<Word>(panel);
  }
}

/// With squares whose rows have `Width` bytes.
template <int Word, int Width>
void transpose_by(char* out, Offset out_stride, Rectangle in, Offset prefetch_distance) {
  constexpr Offset n = Square<Word, Width>::side;
  if (in.rows < n || in.cols < n)
    return transpose_narrow<Word, n>(out, out_stride, in, prefetch_distance);
  // The last square overlaps the one before: moving a word twice is harmless here.
  // Strips of 64 columns: as many rows of the result are being written at a time.
  constexpr Offset strip = 64;
  for (Offset c0 = 0; c0 < in.cols; c0 += strip) {
    Offset const c1 = c0 + strip < in.cols ? c0 + strip : in.cols;
    for (Offset r = 0; r < in.rows; r += n) {
      if (r + n > in.rows) r = in.rows - n;
      for (Offset c = c0; c < c1; c += n) {
        if (c + n > in.cols) c = in.cols - n;
        char const* const from = in.at + r * in.stride + c * Word;
        if (prefetch_distance != 0 && c * Word % line == 0)
          for (Offset k = 0; k < n; ++k) Isa::prefetch(from + k * in.stride + prefetch_distance);
        Square<Word, Width> square;
        square.load(from, in.stride);
        square.transpose();
        square.store(out + c * out_stride + r * Word, out_stride);
      }
    }
  }
}

template <int Word>
constexpr int whole_width = Square<Word>::width;
/// Half a line, which is 2 x 2 words at least; or all that the registers have.
template <int Word>
constexpr int least_width = whole_width<Word> > line / 2 ? line / 2 : whole_width<Word>;

/// With the largest squares that do not move a fifth more words than smaller ones would (24 x 40
/// floats: 1536 words with AVX-512's squares of 16 x 16, 960 with those of 8 x 8).
template <int Word, int Width = whole_width<Word>>
void transpose_rectangle(char* out, Offset out_stride, Rectangle in, Offset prefetch_distance) {
  if constexpr (Width > least_width<Word>) {
    using isomer::tile::covered_words;
    constexpr Offset n = Width / Word;
    if (5 * covered_words(in.rows, in.cols, n) > 6 * covered_words(in.rows, in.cols, n / 2))
      return transpose_rectangle<Word, Width / 2>(out, out_stride, in, prefetch_distance);
  }
  transpose_by<Word, Width>(out, out_stride, in, prefetch_distance);
}

/// The lines of a tile, row by row. Each is prefetched by its last byte: where rows start within a
/// line, the one it starts in has come with the tile before.
struct LinesOfRows {
  char const* row;
  Offset stride;
  Offset rows;
  Offset bytes;
  Offset at = 0;

  ISOMER_INLINE void prefetch(Offset lines) {
    for (; lines > 0 && rows > 0; --lines) {
      Isa::prefetch(row + at + line - 1);
      at += line;
      if (at < bytes) continue;
      at = 0;
      row += stride;
      --rows;
    }
  }
};

/// Prefetches the next pair, a share for each square of this one, which has the same shape.
template <int Word, class Square>
class PairPrefetch {
 public:
  PairPrefetch(Rectangle const& tile, NextPair const& next)
      : next_(next),
        stride_(tile.stride),
        a_{next.a, tile.stride, tile.rows, tile.cols * Word},
        b_{next.b, tile.stride, tile.cols, tile.rows * Word} {}

  ISOMER_INLINE void operator()(Offset r, Offset c) {
    constexpr Offset lines = Square::side * Square::width / line;
    if (next_.a == nullptr) return;
    if (next_.row_by_row) {
      a_.prefetch(lines);
      b_.prefetch(lines);
      return;
    }
    if (c * Word % line == 0) prefetch_each(next_.a + r * stride_ + c * Word + line - 1);
    if (r * Word % line == 0) prefetch_each(next_.b + c * stride_ + r * Word + line - 1);
    if (r == 0) prefetch_each(next_.b + c * stride_);
  }

 private:
  ISOMER_INLINE void prefetch_each(char const* from) const {
    for (int k = 0; k < Square::side; ++k) Isa::prefetch(from + k * stride_);
  }

  NextPair next_;
  Offset stride_;
  LinesOfRows a_;
  LinesOfRows b_;
};

/// A part of a tile. On the diagonal, what lies on or above it.
struct TilePart {
  Offset first_row, last_row;
  Offset first_col, last_col;
};

/// Exchanges squares as large as possible, and what they leave in smaller ones.
template <int Word, class Square, class... Smaller, class Prefetch>
inline void swap_part(Rectangle const& a, char* b, TilePart const& part, Prefetch&& prefetch) {
  constexpr Offset n = Square::side;
  bool const diagonal = a.at == b;
  Offset const rows = part.first_row + (part.last_row - part.first_row) / n * n;
  Offset const cols = part.first_col + (part.last_col - part.first_col) / n * n;
  for (Offset r = part.first_row; r < rows; r += n)
    for (Offset c = diagonal && part.first_col < r ? r : part.first_col; c < cols; c += n) {
      char* const in_a = a.at + r * a.stride + c * Word;
      char* const in_b = b + c * a.stride + r * Word;
      prefetch(r, c);
      Square left;
      left.load(in_a, a.stride);
      left.transpose();
      if (in_a == in_b) {
        left.store(in_b, a.stride);
        continue;
      }
      Square right;
      right.load(in_b, a.stride);
      right.transpose();
      left.store(in_b, a.stride);
      right.store(in_a, a.stride);
    }
  if constexpr (sizeof...(Smaller) > 0) {
    auto const nothing = [](Offset, Offset) {};
    swap_part<Word, Smaller...>(a, b, {part.first_row, rows, cols, part.last_col}, nothing);
    swap_part<Word, Smaller...>(a, b, {rows, part.last_row, part.first_col, part.last_col},
                                nothing);
  }
}

template <int Word, class Square, class... Smaller>
inline void swap_in(Rectangle const& a, char* b, NextPair const& next) {
  PairPrefetch<Word, Square> prefetch(a, next);
  swap_part<Word, Square, Smaller...>(a, b, {0, a.rows, 0, a.cols},
                                      [&](Offset r, Offset c) { prefetch(r, c); });
}

template <int Word>
void swap_tiles(Rectangle a, char* b, NextPair next) {
  if constexpr (Square<Word>::width == line) {
    swap_in<Word, Square<Word>, OneWord<Word>>(a, b, next);
  } else {
    // Squares that are exchanged through a buffer prefetch eight lines or more at a time, which had
    // better be of one row (AVX2, Zen 3, doubles: 0.66 of copy column by column, 0.79 row by row).
    next.row_by_row = true;
    swap_in<Word, LineSquare<Word>, Square<Word>, OneWord<Word>>(a, b, next);
  }
}

void copy_by_vectors(char* to, char const* from, Offset bytes) {
  using Vector = VectorOf<8, Isa::template square_bytes<8>>;
  constexpr int vectors = static_cast<int>(line / sizeof(Vector));
  Offset done = 0;
  for (; done + line <= bytes; done += line) {
    Vector v[vectors];
#pragma GCC unroll 4
    for (int k = 0; k < vectors; ++k)
      __builtin_memcpy(&v[k], from + done + k * static_cast<Offset>(sizeof(Vector)),
                       sizeof(Vector));
#pragma GCC unroll 4
    for (int k = 0; k < vectors; ++k)
      __builtin_memcpy(to + done + k * static_cast<Offset>(sizeof(Vector)), &v[k], sizeof(Vector));
    asm volatile("" ::: "memory");  // else the compiler sees a memcpy and calls it
  }
  __builtin_memcpy(to + done, from + done, static_cast<unsigned long>(bytes - done));
}

constexpr isomer::tile::SquareKernels square_kernels{
    {Square<1>::side, Square<2>::side, Square<4>::side, Square<8>::side, Square<16>::side},
    {least_width<1> / 1, least_width<2> / 2, least_width<4> / 4, least_width<8> / 8,
     least_width<16> / 16},
    {transpose_rectangle<1>, transpose_rectangle<2>, transpose_rectangle<4>, transpose_rectangle<8>,
     transpose_rectangle<16>},
    {swap_tiles<1>, swap_tiles<2>, swap_tiles<4>, swap_tiles<8>, swap_tiles<16>},
    copy_by_vectors};

}  // namespace
