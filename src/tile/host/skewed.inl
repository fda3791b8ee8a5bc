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
// Where columns are evenly apart, rows are rotated in registers before they are transposed: word k of
// vector i is to be that of row i + s(k), s(k) rows before the first line of column k. That goes
// bit by bit of s: vector i takes the words of vector i + 4 whose s has bit 2, then those of i + 2,
// of i + 1. Other columns are gathered word by word.
// For any `Isa` (tile/host/kernels.inl).

#include "tile/host/job.hpp"
#include "tile/host/lanes.inl"
#include "tile/host/squares.inl"
#include "tile/host/transpose.inl"

namespace {

using isomer::tile::Block;
using isomer::tile::Offset;
using isomer::tile::Tables;
using isomer::tile::Tile;

/// Words of a line.
template <int Word>
constexpr int line_words = isomer::tile::line_bytes / Word;

/// A word of a column, or eight bytes of one.
template <int Word, class Rows>
inline __attribute__((always_inline)) auto element_at(Rows const& rows, int at) {
  typename ElementOf<Word>::type bits;
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
    constexpr int element = sizeof(typename ElementOf<Word>::type);
    return (typename Isa::Vector)VectorOf<Word>{element_at<Word>(rows, at + element * K)...};
  }
}

/// A line of it.
template <int Word, class Rows, class Store>
inline __attribute__((always_inline)) void gather_line(Rows const& rows, char* d,
                                                       Store const& store) {
  constexpr int element = Word == Isa::piece ? Word : sizeof(typename ElementOf<Word>::type);
  using All = typename MakeSequence<Isa::bytes / element>::type;
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

/// Addresses of `Count` rows from one on, evenly apart or not.
struct EvenRows {
  Offset first;
  Offset step;
  template <int Count>
  auto from(char const* column, Offset row) const {
    return Even<Count, char const*>(column + first + row * step, step);
  }
};
struct ScatteredRows {
  Offset const* offset;
  template <int Count>
  auto from(char const* column, Offset row) const {
    return Scattered<char const*>(column, offset + row);
  }
};

/// How as many columns as a line has words are cut; those behind them begin like them, for words
/// that are aligned to their size.
template <int Word, class Skew>
class Skews {
 public:
  static constexpr int columns = Isa::bytes / Word;  ///< of a vector
  static constexpr int period = line_words<Word>;

  Skews(char* out, Offset step) : out_(out), step_(step) {
    unsigned bits[period / columns][bits_of_row] = {};
    for (int c = 0; c < period; ++c) {
      Offset const before = Skew::bytes_before(out + c * step);
      to_[c] = c * step + before;
      for (int b = 0; b < bits_of_row; ++b)
        bits[c / columns][b] |= static_cast<unsigned>(before / Word >> b & 1) << c % columns;
    }
    for (int k = 0; k < period / columns; ++k)
      for (int b = 0; b < bits_of_row; ++b) mask_[k][b] = Isa::template mask<Word>(bits[k][b]);
  }

  /// Where the lines of the columns from c on begin, c a multiple of `columns`.
  inline __attribute__((always_inline)) char* line(int c, int k) const {
    return out_ + c / period * period * step_ + to_[c % period + k];
  }

  /// The vectors of a square as they are described above, from the rows of its lines. What its
  /// first bit wants is chosen as it is loaded, or there would not be registers for all.
  template <class Rows>
  inline __attribute__((always_inline)) void load(int c, Rows const& row,
                                                  VectorOf<Word>* v) const {
    auto const& mask = mask_[c / columns % (period / columns)];
    constexpr int first = period / 2;
#pragma GCC unroll 32
    for (int i = 0; i < columns + first - 1; ++i)
      v[i] = (VectorOf<Word>)Isa::template choose<Word>(mask[bits_of_row - 1], Isa::load(row[i]),
                                                        Isa::load(row[i + first]));
#pragma GCC unroll 4
    for (int b = bits_of_row - 2; b >= 0; --b)
#pragma GCC unroll 32
      for (int i = 0; i < columns + (1 << b) - 1; ++i)
        v[i] = (VectorOf<Word>)Isa::template choose<Word>(mask[b], (typename Isa::Vector)v[i],
                                                          (typename Isa::Vector)v[i + (1 << b)]);
  }

 private:
  static constexpr int bits_of_row = __builtin_ctz(static_cast<unsigned>(period));

  char* out_;
  Offset step_;
  Offset to_[period];
  typename Isa::Mask mask_[period / columns][bits_of_row];
};

/// How far ahead a row is prefetched that the rows before did not share.
constexpr Offset skewed_distance = 1024;

/// Lines that begin in `count` rows of the vector of columns from c on; but for the first of them.
template <int Word, class Skew, class Rows>
inline __attribute__((always_inline)) void rotate_columns(Skews<Word, Skew> const& skews,
                                                          char const* src, Rows const& rows,
                                                          int count, int c, int first) {
  using Of = Skews<Word, Skew>;
  constexpr int n = Of::columns;
  constexpr int read = n + Of::period - 1;
  for (int r = 0; r < count; r += n) {
    auto const row = rows.template from<read>(src, r);
#pragma GCC unroll 16
    for (int i = Of::period - 1; i < read; ++i) Isa::prefetch(row[i] + skewed_distance);
    VectorOf<Word> v[n + Of::period / 2 - 1];
    skews.load(c, row, v);
    Square<Word, Isa::bytes> square;
#pragma GCC unroll 16
    for (int i = 0; i < n; ++i) square.v[i] = v[i];
    square.transpose();
#pragma GCC unroll 16
    for (int k = 0; k < n; ++k)
      if (k >= first)
        typename Skew::Store{}(skews.line(c, k) + r * Word, (typename Isa::Vector)square.v[k]);
  }
}

/// Lines that begin in `count` rows, a multiple of their words. Returns of how many columns: of all
/// if these fill a vector.
template <int Word, class Skew, class Rows>
__attribute__((noinline)) int rotate_lines(char const* src, char* out, Rows const& rows, int count,
                                           Offset step, int columns) {
  using Of = Skews<Word, Skew>;
  constexpr int n = Of::columns;
  if (columns < n) return 0;
  Of const skews(out, step);
  int c = 0;
  for (; c + n <= columns; c += n) rotate_columns(skews, src + c * Word, rows, count, c, 0);
  // The last columns with some before them, which are not stored again.
  int const last = columns - n;
  if (c < columns)
    rotate_columns(Of(out + last * step, step), src + last * Word, rows, count, 0, c - last);
  return columns;
}

/// The same where columns are evenly apart and words are rotated; else of none.
template <int Word, class Skew, class Rows>
inline int rotate_where_even(char const* src, char* out, Rows const& rows, int count,
                             Block const& block, Offset first, int columns) {
  if constexpr (Word <= isomer::tile::max_rotated_word)
    if (block.col_step != 0)
      return rotate_lines<Word, Skew>(src, out + first, rows, count, block.col_step, columns);
  return 0;
}

/// Lines that begin in skewed_rows rows and end in the tile's.
template <int Word, class Skew, class Rows>
__attribute__((noinline)) void gather_inner(char const* src, char* out, Rows const& rows,
                                            Offset const* col, Block const& block) {
  constexpr int count = isomer::tile::skewed_rows(Word);
  int c = rotate_where_even<Word, Skew>(src, out, rows, count, block, col[0], block.cols);
  for (; c < block.cols; ++c) {
    char* const d = out + col[c];
    Offset const before = Skew::bytes_before(d);
    for (int r = 0; r < count; r += line_words<Word>)
      gather_line<Word>(
          rows.template from<line_words<Word>>(src + c * Word, before / Word + r),
          d + before + r * Word, typename Skew::Store{});
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
  Offset from_row[isomer::tile::skewed_rows(Word) + 2 * n];
  for (int r = 0; r < block.rows; ++r) from_row[r] = first_row[block.row + r];
  int const behind = next.exists ? n - 1 : 0;
  for (int r = 0; r < behind; ++r) from_row[block.rows + r] = first_row[r] + next.by;
  int const whole = next.exists ? block.rows / n * n : 0;
  int const rotated = whole == 0 ? 0
                                 : rotate_where_even<Word, Skew>(src, out, ScatteredRows{from_row},
                                                                 whole, block, col[0], columns);
  for (int c = 0; c < columns; ++c) {
    char const* const from = src + c * Word;
    char* const d = out + col[c];
    int r = static_cast<int>(Skew::bytes_before(d) / Word) + (c < rotated ? whole : 0);
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
      gather_inner<Word, Skew>(src, out, EvenRows{row[0], block->row_step}, col, *block);
    } else {
      gather_inner<Word, Skew>(src, out, ScatteredRows{row}, col, *block);
    }
  }
}

}  // namespace
