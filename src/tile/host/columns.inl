// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

// Neighbouring columns of a few rows become pieces of their own, and back (tile/host/columns.hpp):
// which blocks of rows and columns go in which order. For any `Isa` (tile/host/kernels.inl).

#include "tile/host/columns/column_blocks.inl"
#include "tile/host/columns/column_runs.inl"
#include "tile/host/columns.hpp"
#include "tile/host/inline.inl"
#include "tile/host/lanes.inl"
#include "tile/host/columns/packed_rows.inl"

namespace {

using isomer::tile::Offset;
using isomer::tile::PanelColumns;

/// What covers the columns of a block, each from column c on: `width` of them, a lane, or fewer. The
/// last lane ends with the last column: rows that are written get some words for the second time.
template <int Word, class In>
struct GatherColumns {
  static constexpr int width = lanes == 4 && Word >= 8 ? 32 / Word : 0;
  using Rows = RowBlock<Word, In>;

  static ISOMER_INLINE void wide(Rows const& rows, int c) { gather_half_line<Word>(rows, c); }
  static ISOMER_INLINE void lane(Rows const& rows, int c) { gather_lane<Word>(rows, c); }
  static ISOMER_INLINE void last_lane(Rows const& rows, int c) {
    int const begin = rows.columns - 16 / Word;
    gather_lane<Word>(rows, begin, c - begin);
  }
  static ISOMER_INLINE void part(Rows const& rows, int) { gather_part<Word>(rows); }
  static ISOMER_INLINE void words(PanelColumns const& g, Offset row) {
    gather_words<Word>(g, row);
  }
};
template <int Word, class In>
struct ScatterColumns {
  static constexpr int width = Word >= 2 ? Isa::bytes / Word : 0;
  using Rows = RowBlock<Word, In>;

  static ISOMER_INLINE void wide(Rows const& rows, int c) { scatter_line<Word>(rows, c); }
  static ISOMER_INLINE void lane(Rows const& rows, int c) { scatter_lane<Word>(rows, c); }
  static ISOMER_INLINE void last_lane(Rows const& rows, int) {
    scatter_lane<Word>(rows, rows.columns - 16 / Word);
  }
  static ISOMER_INLINE void part(Rows const& rows, int) { scatter_part<Word>(rows); }
  static ISOMER_INLINE void words(PanelColumns const& g, Offset row) {
    scatter_words<Word>(g, row);
  }
};

struct OneBlock {
  template <auto Move, class Rows>
  static ISOMER_INLINE void each(Rows const& block, Offset, int c) {
    Move(block, c);
  }
};
/// The same columns of one block after the other: addresses only grow.
struct ManyBlocks {
  template <auto Move, class Rows>
  static ISOMER_INLINE void each(Rows const& first, Offset blocks, int c) {
    Rows block = first;
    for (Offset k = 0; k < blocks; ++k, block.advance()) Move(block, c);
  }
};

template <int Word, class Columns, class Blocks>
ISOMER_INLINE void cover_columns(typename Columns::Rows const& first, Offset blocks) {
  constexpr int n = 16 / Word;
  int const columns = first.columns;
  int c = 0;
  if constexpr (Columns::width > n)
    for (; c + Columns::width <= columns; c += Columns::width)
      Blocks::template each<Columns::wide>(first, blocks, c);
  for (; c + n <= columns; c += n) Blocks::template each<Columns::lane>(first, blocks, c);
  if (c == columns) return;
  if (columns >= n) Blocks::template each<Columns::last_lane>(first, blocks, c);
  else Blocks::template each<Columns::part>(first, blocks, 0);
}

/// Prefetches the next pieces one after the other, line by line, evenly over the blocks.
class NextColumns {
 public:
  NextColumns(PanelColumns const& g, Offset blocks) : piece_(g.next_columns) {
    if (piece_ == nullptr) return;
    pieces_ = g.columns;
    bytes_ = (g.height * g.word + line - 1) / line * line;
    each_ = blocks > 0 ? (bytes_ / line * pieces_ + blocks - 1) / blocks : 0;
  }
  ISOMER_INLINE void step() {
    for (Offset k = 0; k < each_ && pieces_ > 0; ++k) {
      Isa::prefetch(*piece_ + at_);
      at_ += line;
      if (at_ < bytes_) continue;
      at_ = 0;
      ++piece_;
      --pieces_;
    }
  }

 private:
  char const* const* piece_;
  Offset pieces_ = 0;  ///< left
  Offset at_ = 0;
  Offset bytes_ = 0;  ///< of a piece
  Offset each_ = 0;   ///< lines of a step
};

/// Rows of a line at most go some blocks at a time where nothing is prefetched: what a line has of
/// other columns stays in the cache.
ISOMER_INLINE bool are_narrow(PanelColumns const& g) {
  return g.columns * g.word <= line && g.next_rows == nullptr && g.next_columns == nullptr;
}
constexpr Offset blocks_at_once = 8;

// Functions of their own: what a compiler does to one shall not depend on the others.
template <int Word, class Columns>
__attribute__((noinline)) void move_columns(PanelColumns const& g) {
  typename Columns::Rows block(g);
  while (block.is_whole()) {
    Offset const blocks = block.whole_blocks(blocks_at_once);
    cover_columns<Word, Columns, ManyBlocks>(block, blocks);
    block.advance(blocks);
  }
  Columns::words(g, g.height - block.left);
}

template <int Word, int Packed, class In>
__attribute__((noinline)) void gather_blocks(PanelColumns const& g) {
  char const* next = g.next_rows;
  RowBlock<Word, In> block(g);
  if constexpr (Packed > 0 && In::has_halves)
    if (g.run == 0 || g.run >= block.pair_bytes)
      for (; block.left >= 2 * block.height; block.advance(2))
        gather_packed_pair<Word, Packed>(block);
  for (; block.is_whole(); block.advance()) {
    if (next != nullptr)
      for (int i = 0; i < block.height; ++i, next += block.stride)
        for (Offset b = 0; b < block.columns * Word; b += line) Isa::prefetch(next + b);
    if constexpr (Packed > 0) gather_packed<Word, Packed>(block);
    else cover_columns<Word, GatherColumns<Word, In>, OneBlock>(block, 1);
  }
  gather_words<Word>(g, g.height - block.left);
}

template <int Word, int Packed, class In>
__attribute__((noinline)) void scatter_blocks(PanelColumns const& g) {
  RowBlock<Word, In> block(g);
  NextColumns next(g, g.height / block.height);
  for (; block.is_whole(); block.advance()) {
    next.step();
    if constexpr (Packed > 0) scatter_packed<Word, Packed>(block);
    else cover_columns<Word, ScatterColumns<Word, In>, OneBlock>(block, 1);
  }
  scatter_words<Word>(g, g.height - block.left);
}

/// Rows that are whole lines together, put together in the cache and stored past it: those shorter
/// than a line some at a time, so that loads do not wait for the stores that they span.
template <int Word, class In>
__attribute__((noinline)) void scatter_lines(PanelColumns const& g) {
  constexpr Offset blocks_of_line = line / Isa::bytes;
  constexpr Offset bytes_at_once = 768;
  alignas(line) char lines[isomer::tile::max_streamed_columns * line + lane_bytes];
  using Columns = ScatterColumns<Word, In>;
  bool const are_short = g.columns * Word < line;
  Offset const column_line = g.columns * line;
  Offset const most = column_line < bytes_at_once ? bytes_at_once / column_line : 1;
  RowBlock<Word, In> block(g);
  char* to = g.rows;
  while (block.left * Word >= line) {
    Offset const left = block.left * Word / line;
    Offset const some = left < most ? left : most;
    Offset const blocks = some * blocks_of_line;
    block.rows = lines;
    if (are_short) {
      cover_columns<Word, Columns, ManyBlocks>(block, blocks);
      block.advance(blocks);
    } else {
      for (Offset k = 0; k < blocks; ++k, block.advance())
        cover_columns<Word, Columns, OneBlock>(block, 1);
    }
    Offset const bytes = some * column_line;
    for (Offset b = 0; b < bytes; b += Isa::bytes) Isa::stream(to + b, Isa::load(lines + b));
    to += bytes;
  }
  scatter_words<Word>(g, g.height - block.left);
}

template <int Word, int Packed>
void gather_rows(PanelColumns const& g) {
  with_runs<Word, true>(g, [&]<class In>(In) {
    if constexpr (Packed == 0)
      // Past the caches, too: memory takes lines faster that follow each other (10 doubles on a
      // Granite Rapids 42 to 52 GB/s).
      if (are_narrow(g) || In::streams) return move_columns<Word, GatherColumns<Word, In>>(g);
    gather_blocks<Word, Packed, In>(g);
  });
}

template <int Word, int Packed>
void scatter_rows(PanelColumns const& g) {
  with_runs<Word, Isa::bytes == line>(g, [&]<class In>(In) {
    if constexpr (Isa::bytes < line)
      if (g.streams != 0) return scatter_lines<Word, In>(g);
    if constexpr (Packed == 0)
      if (are_narrow(g)) return move_columns<Word, ScatterColumns<Word, In>>(g);
    scatter_blocks<Word, Packed, In>(g);
  });
}

template <int Word>
void gather(PanelColumns const& g) {
  if constexpr (Word < lane_bytes)
    if (are_halves<Word>(g)) return gather_halves<Word>(g);
  with_packed<Word, isomer::tile::max_gathered_packed>(g, [&]<int Packed>() { gather_rows<Word, Packed>(g); });
}

template <int Word>
void scatter(PanelColumns const& g) {
  if constexpr (Word < lane_bytes)
    if (are_halves<Word>(g) && g.streams == 0) return scatter_halves<Word>(g);
  with_packed<Word, isomer::tile::max_scattered_packed>(g, [&]<int Packed>() { scatter_rows<Word, Packed>(g); });
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
