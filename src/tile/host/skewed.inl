// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Skewed tiles, for outputs whose columns start anywhere within a cache line. Each column is cut
// where its own lines begin, and so at rows of its own: what leaves the registers are whole lines
// past the caches, though no two neighbours begin alike, and nothing has to be staged. Columns of
// thirteen words, four words a line, a tile of rows 0 to 7; A, B: the lines that it writes.
//
//     column 0   A A A A B B B B . . . . .
//     column 1   . . . A A A A B B B B . .       the last lines continue in the rows of the next tile,
//     column 2   . . A A A A B B B B . . .       which begins at Tile::next_in_run; words before the
//     column 3   . A A A A B B B B . . . .       first belong to the tile before or, where there is
//            row 0             7| 8              none, are stored one by one
//
// Neighbouring columns come from different rows then, and a vector is gathered word by word. For
// words of 8 bytes that takes 32 instructions a line with vectors of 32 bytes (512 a KiB; 660
// through a buffer), and half the traffic within the core.
// For any `Isa` (tile/host/kernels.inl).

#include "tile/host/job.hpp"
#include "tile/host/lanes.inl"
#include "tile/host/transpose.inl"

namespace {

using isomer::tile::Block;
using isomer::tile::Offset;
using isomer::tile::Tables;
using isomer::tile::Tile;

/// Words of a line.
template <int Word>
constexpr int line_words = isomer::tile::line_bytes / Word;

/// Eight bytes of a column, which are a word or half of one.
template <int Word, class Rows>
inline __attribute__((always_inline)) auto half_word(Rows const& rows, int at) {
  typename ElementOf<8>::type bits;
  __builtin_memcpy(&bits, rows[at / Word] + at % Word, sizeof bits);
  return bits;
}

/// A vector of one column, each word from a row of its own. All words at once: put in one by one,
/// they would wait for the vector before, whose register the first of them goes into.
template <int Word, class Rows, int... K>
inline __attribute__((always_inline)) typename Isa::Vector gather_vector(Rows const& rows, int at,
                                                                         Sequence<K...>) {
  if constexpr (Word == Isa::piece) {
    char const* const piece[]{rows[at / Word + K]...};
    return Isa::join(piece);
  } else {
    return (typename Isa::Vector)VectorOf<8>{half_word<Word>(rows, at + 8 * K)...};
  }
}

/// A line of it.
template <int Word, class Rows, class Store>
inline __attribute__((always_inline)) void gather_line(Rows const& rows, char* d,
                                                       Store const& store) {
  constexpr int pieces_of = Word == Isa::piece ? Isa::piece : 8;
  using All = typename MakeSequence<Isa::bytes / pieces_of>::type;
#pragma GCC unroll 4
  for (int at = 0; at < isomer::tile::line_bytes; at += Isa::bytes)
    store(d + at, gather_vector<Word>(rows, at, All{}));
}

/// Whether lines that begin in the last rows continue, and how far from where rows begin again.
struct Next {
  bool exists;
  Offset by;
};

/// How a tile is skewed: so that what is streamed are lines; or, where words are not aligned to
/// their size and no line begins with one, not at all.
struct ToLines {
  using Store = StreamAll;
  static Offset bytes_before(char const* d) {
    return static_cast<Offset>(-reinterpret_cast<unsigned long long>(d) %
                               isomer::tile::line_bytes);
  }
  static Next next(Tile const& tile) {
    bool const exists = tile.next_in_run != nullptr;
    return {exists, exists ? tile.next_in_run - tile.src : 0};
  }
  static bool continues(Tile const& tile) { return tile.continues; }
  static bool columns_continue(Tile const& tile) { return tile.tables->columns_continue; }
};
struct Upright {
  using Store = StoreAll;
  static Offset bytes_before(char const*) { return 0; }
  static Next next(Tile const&) { return {false, 0}; }
  static bool continues(Tile const&) { return false; }
  static bool columns_continue(Tile const&) { return false; }
};

template <int Word>
inline void copy_word(char* d, char const* s) {
  __builtin_memcpy(d, s, Word);
}

/// Addresses of rows from one on, evenly apart or not.
template <int Word>
struct EvenRows {
  Offset first;
  Offset step;
  auto from(char const* column, Offset row) const {
    return Even<line_words<Word>, char const*>(column + first + row * step, step);
  }
};
struct ScatteredRows {
  Offset const* offset;
  auto from(char const* column, Offset row) const {
    return Scattered<char const*>(column, offset + row);
  }
};

/// Lines that begin in skewed_rows rows and end in the tile's.
template <int Word, class Skew, class Rows>
__attribute__((noinline)) void gather_inner(char const* src, char* out, Rows const& rows,
                                            Offset const* col, int columns) {
  for (int c = 0; c < columns; ++c) {
    char* const d = out + col[c];
    Offset const before = Skew::bytes_before(d);
#pragma GCC unroll 2
    for (int r = 0; r < isomer::tile::skewed_rows; r += line_words<Word>)
      gather_line<Word>(rows.from(src + c * Word, before / Word + r), d + before + r * Word,
                        typename Skew::Store{});
  }
}

/// Words before the first line of each column.
template <int Word, class Skew>
__attribute__((noinline)) void copy_heads(char const* src, char* out, Offset const* row,
                                          Offset const* col, int columns) {
  for (int c = 0; c < columns; ++c) {
    char* const d = out + col[c];
    auto const words = static_cast<int>(Skew::bytes_before(d) / Word);
    for (int r = 0; r < words; ++r) copy_word<Word>(d + r * Word, src + row[r] + c * Word);
  }
}

/// Lines of some columns that begin in the last rows, and continue in the next tile or end there.
template <int Word, class Skew>
__attribute__((noinline)) void gather_last(char const* src, char* out, Offset const* first_row,
                                           Block const& block, Offset const* col, int columns,
                                           Next const& next) {
  constexpr int n = line_words<Word>;
  Offset from_row[isomer::tile::skewed_rows + 2 * n];
  for (int r = 0; r < block.rows; ++r) from_row[r] = first_row[block.row + r];
  int const behind = next.exists ? n - 1 : 0;
  for (int r = 0; r < behind; ++r) from_row[block.rows + r] = first_row[r] + next.by;
  for (int c = 0; c < columns; ++c) {
    char const* const from = src + c * Word;
    char* const d = out + col[c];
    auto r = static_cast<int>(Skew::bytes_before(d) / Word);
    for (; r < block.rows && r + n <= block.rows + behind; r += n)
      gather_line<Word>(Scattered<char const*>(from, from_row + r), d + r * Word,
                        typename Skew::Store{});
    for (; r < block.rows; ++r) copy_word<Word>(d + r * Word, from + from_row[r]);
  }
}

template <int Word, class Skew>
void move_skewed(Tile const& tile, char* dst, int begin, int end) {
  Tables const& tables = *tile.tables;
  for (Block const* block = tables.block + begin; block != tables.block + end; ++block) {
    char const* const src = tile.src + block->src;
    char* const out = dst + block->out;
    Offset const* const row = tables.row_src + block->row;
    Offset const* const col = tables.col_out;
    // Columns that continue in the next one: all but the last, which the next tile continues.
    int const within = Skew::columns_continue(tile) ? block->cols - 1 : 0;
    if (block->row == 0 && !Skew::continues(tile))
      copy_heads<Word, Skew>(src, out, row, col, block->cols - within);
    if (block->row + block->rows == tables.rows) {
      gather_last<Word, Skew>(src, out, tables.row_src, *block, col, within, {true, Word});
      Next next = Skew::next(tile);
      next.by -= within * Word;
      gather_last<Word, Skew>(src + within * Word, out, tables.row_src, *block, col + within,
                               block->cols - within, next);
    } else if (block->row_step != 0) {
      gather_inner<Word, Skew>(src, out, EvenRows<Word>{row[0], block->row_step}, col, block->cols);
    } else {
      gather_inner<Word, Skew>(src, out, ScatteredRows{row}, col, block->cols);
    }
  }
}

}  // namespace
