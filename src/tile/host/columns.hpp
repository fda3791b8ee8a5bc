// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tile/host/offset.hpp"
#include "tile/host/squares.hpp"

namespace isomer::tile {

/// Some neighbouring columns of a few rows, and where each of them lies (or goes) in one piece. No
/// address has to be aligned.
struct PanelColumns {
  char* rows;     ///< the first column's word in the first row
  Offset stride;  ///< from row to row
  Offset height;  ///< rows
  Offset word;    ///< bytes
  int columns;
  /// [columns]; word (r, c) belongs at column[c] + r * word, but for runs. Of two that fill their
  /// rows one may be null for a gather.
  char* const* column;
  /// What the next groups will read, prefetched meanwhile; null for nothing.
  char const* next_rows = nullptr;            ///< gather: the same rows, further on
  char const* const* next_columns = nullptr;  ///< scatter: as many pieces as columns
  /// Columns may be cut in runs of a power of two bytes, no less than a lane has, of which each
  /// begins `step` bytes behind the one before; 0 for columns in one piece.
  Offset run = 0;
  Offset step = 0;
  /// Bits of the columns whose words are two values of 4 bytes: first halves belong at column[c],
  /// second ones at upper[c], in runs half as long. Either may be null for a gather. Only for words
  /// of 8 bytes in one piece or in runs of 64 bytes or more.
  unsigned long long halved = 0;
  char* const* upper = nullptr;  ///< [columns]
  /// Bits of the columns, and of second halves, whose vectors are whole cache lines and stored past
  /// the caches; of a scatter all or none: the rows are.
  unsigned long long streams = 0;
  unsigned long long upper_streams = 0;
};

/// Those whose rows are put together before they are stored past the caches.
constexpr int max_streamed_columns = 64;
/// The shortest run of a column.
constexpr int min_column_run = 16;
/// The most words of rows without gaps that vectors of AVX-512 take as they lie.
constexpr int max_gathered_packed = 6;
constexpr int max_scattered_packed = 7;

/// Columns of rows as pieces of their own, and back.
struct ColumnKernels {
  using Move = void (*)(PanelColumns const&);

  Move gather[6];   ///< rows to columns; [column_kernel(word)]
  Move scatter[6];  ///< columns to rows
};

/// Index into the tables above; the last one is for words that no register has.
constexpr int column_kernel(long long word) {
  int const log2 = word_log2(word);
  return log2 < 0 ? 5 : log2;
}

/// Pieces that will be moved later: the first half of one and the second half of another are
/// prefetched while a third is moved. A whole piece at once would fill the queue to the memory.
struct NextPieces {
  char const* first_half_of;
  char const* second_half_of;
};

/// Pieces of `bytes` that keep their order, at even distances on both sides: `pieces` of them in
/// each of `rows`, and all that again on each of `pages`.
struct PieceGrid {
  template <class Char>
  struct Side {
    Char* const* row;  ///< [rows]
    Offset above;      ///< bytes from there to the first piece
    Offset piece;      ///< from piece to piece
    Offset page;       ///< from page to page
  };

  Offset bytes;
  Side<char> to;
  Side<char const> from;
  Offset rows;
  Offset pieces = 1;
  Offset pages = 1;
  bool streams = false;  ///< past the caches: pieces are whole lines there
};

/// Contiguous pieces that keep their order.
struct PieceKernels {
  /// `to` and `from` do not overlap.
  using Move = void (*)(char* to, char const* from, Offset bytes, NextPieces next);

  Move vectors;
  Move string_instruction;  ///< null where the processor has none

  /// Pieces of 9 to 15 bytes that become neighbours are read as 16 bytes each, but for the last.
  void (*copy_grid)(PieceGrid const&);
};

}  // namespace isomer::tile
