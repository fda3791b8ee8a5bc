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

/// A lane of each row.
template <int Word, class In>
ISOMER_INLINE void gather_lane(RowBlock<Word, In> const& block, int c) {
  constexpr int n = 16 / Word;
  typename Isa::Vector v[n];
  char const* const from = block.rows + c * Word;
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i) v[i] = Isa::join_lanes(from + i * block.stride, n * block.stride);
  transpose_squares<Word>(v);
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j) block.store(c + j, v[j]);
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
  constexpr int n = 16 / Word;
  typename Isa::Vector v[n];
  char const* const from = block.rows;
  bool const whole = block.behind() + block.columns * Word >= 16;
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i)
    v[i] = whole ? Isa::join_lanes(from + i * block.stride, n * block.stride)
                 : Isa::join_lane_parts(from + i * block.stride, n * block.stride,
                                        block.columns * Word);
  transpose_squares<Word>(v);
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j)
    if (j < block.columns) block.store(j, v[j]);
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

/// What covers the columns of a block, each from column c on: `width` of them, a lane, or fewer.
template <int Word, class In>
struct GatherColumns {
  static constexpr int width = lanes == 4 && Word >= 8 ? 32 / Word : 0;
  using Rows = RowBlock<Word, In>;

  static ISOMER_INLINE void wide(Rows const& rows, int c) { gather_half_line<Word>(rows, c); }
  static ISOMER_INLINE void lane(Rows const& rows, int c) { gather_lane<Word>(rows, c); }
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

/// The last lane ends with the last column and moves some for the second time: nothing is written
/// where the group is read.
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
  if (columns >= n) Blocks::template each<Columns::lane>(first, blocks, columns - n);
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
constexpr Offset narrow_blocks = 8;

// Functions of their own: what a compiler does to one shall not depend on the others.
template <int Word, class Columns>
__attribute__((noinline)) void move_narrow(PanelColumns const& g) {
  typename Columns::Rows block(g);
  while (block.is_whole()) {
    Offset const blocks = block.whole_blocks(narrow_blocks);
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

template <int Word, int Packed>
void gather_rows(PanelColumns const& g) {
  with_runs<Word>(g, [&]<class In>(In) {
    if constexpr (Packed == 0)
      if (are_narrow(g)) return move_narrow<Word, GatherColumns<Word, In>>(g);
    gather_blocks<Word, Packed, In>(g);
  });
}

template <int Word, int Packed>
void scatter_rows(PanelColumns const& g) {
  with_runs<Word>(g, [&]<class In>(In) {
    if constexpr (Packed == 0)
      if (are_narrow(g)) return move_narrow<Word, ScatterColumns<Word, In>>(g);
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
    if (are_halves<Word>(g)) return scatter_halves<Word>(g);
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
