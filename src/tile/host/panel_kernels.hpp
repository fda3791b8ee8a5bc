// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tile/host/word_kernels.hpp"

/// Kernels of the panel decomposition, one set for each instruction set. Plain data and pointers
/// only, for the reason that tile/host/job.hpp gives. Strides are in bytes; no address has to be
/// aligned.
namespace isomer::in_place {

/// Some neighbouring columns of a few rows, and where each of them lies (or goes) in one piece.
struct PanelColumns {
  char* rows;    ///< the first column's word in the first row
  Bytes stride;  ///< from row to row
  Bytes height;  ///< rows
  Bytes word;    ///< bytes
  int columns;
  char* const* column;  ///< [columns]; word (r, c) belongs at column[c] + r * word
  /// What the next groups will read, asked for meanwhile; null for nothing.
  char const* rows_ahead;            ///< gather: the same rows, further on
  char const* const* columns_ahead;  ///< scatter: as many pieces as columns
};

/// Pieces whose turn comes later: the first half of one and the second half of another are asked
/// for while a third is moved. (A whole piece at once would fill the queue to the memory.)
/// Asked for to be read, though they are written later: see doc/in_place.md.
struct PiecesAhead {
  char const* first_half_of;
  char const* second_half_of;
};

struct PanelKernels {
  char const* name;

  using Group = void (*)(PanelColumns const&);
  using Move = void (*)(char* to, char const* from, Bytes bytes, PiecesAhead ahead);

  Group gather[6];   ///< rows to columns; [log2(word)], [5] for words of any other size
  Group scatter[6];  ///< columns to rows
  Move move;
  Move string_move;  ///< with the processor's string instruction; null where there is none
};

/// Those for the instruction set that isomer::tile::kernels() chose.
PanelKernels const& panel_kernels();
/// Those of that name, or null if this build or processor has none.
PanelKernels const* panel_kernels_named(char const* name);
/// The faster way to move a piece on this processor.
PanelKernels::Move piece_move(PanelKernels const& kernels);

/// Index into the tables above.
constexpr int group_kernel(long long word) {
  int const log2 = word_log2(word);
  return log2 < 0 ? 5 : log2;
}

}  // namespace isomer::in_place
