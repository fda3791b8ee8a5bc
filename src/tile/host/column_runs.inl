// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// How the columns of a panel lie in memory, in one piece or in runs, and how vectors of them are
// loaded and stored.

#include "tile/host/columns.hpp"
#include "tile/host/inline.inl"
#include "tile/host/lanes.inl"

namespace {

using isomer::tile::Offset;
using isomer::tile::PanelColumns;

/// Where the byte of a column lies that would be number `bytes` of one in one piece.
ISOMER_INLINE Offset in_runs(Offset run, Offset step, Offset bytes) {
  if (run == 0) return bytes;
  Offset const before = bytes >> __builtin_ctzll(static_cast<unsigned long long>(run));
  return (bytes & (run - 1)) + before * step;
}
ISOMER_INLINE Offset in_runs(PanelColumns const& g, Offset bytes) {
  return in_runs(g.run, g.step, bytes);
}

/// How a vector of a column lies: as a whole ..
struct WholeRuns {
  static ISOMER_INLINE typename Isa::Vector load(char const* p, Offset) {
    typename Isa::Vector v;
    __builtin_memcpy(&v, p, Isa::bytes);
    return v;
  }
  static ISOMER_INLINE void store(char* p, Offset, typename Isa::Vector const& v) {
    __builtin_memcpy(p, &v, Isa::bytes);
  }
};

/// .. lane by lane ..
struct LaneRuns {
  static ISOMER_INLINE typename Isa::Vector load(char const* p, Offset step) {
    return Isa::join_lanes(p, step);
  }
  static ISOMER_INLINE void store(char* p, Offset step, typename Isa::Vector const& v) {
    Isa::split_lanes(p, step, v);
  }
};

/// .. or two lanes at a time, of vectors with four.
template <class Words>
struct HalfRuns {
  using Half = unsigned long long __attribute__((vector_size(32)));

  static ISOMER_INLINE typename Isa::Vector load(char const* p, Offset step) {
    char const* const half[]{p, p + step};
    return Isa::join(half);
  }
  static ISOMER_INLINE void store(char* p, Offset step, typename Isa::Vector const& v) {
    auto const words = (Words)v;
    Half const first = __builtin_shufflevector(words, words, 0, 1, 2, 3);
    Half const second = __builtin_shufflevector(words, words, 4, 5, 6, 7);
    __builtin_memcpy(p, &first, 32);
    __builtin_memcpy(p + step, &second, 32);
  }
};

/// Calls run(WholeRuns{}) or what else the columns' runs are.
template <class Run>
ISOMER_INLINE void with_runs(PanelColumns const& g, Run const& run) {
  if (g.run == 0 || g.run >= Isa::bytes) return run(WholeRuns{});
  if constexpr (Isa::bytes == 64)
    if (g.run == 32) return run(HalfRuns<VectorOf<8>>{});
  if constexpr (Isa::bytes > lane_bytes) run(LaneRuns{});
}

/// As many rows as a vector has words, and then the next ones. Values of its own stay in registers,
/// where those of a PanelColumns might be what a vector is stored to.
template <int Word, class In>
struct RowBlock {
  static constexpr int height = Isa::bytes / Word;

  char* rows;
  Offset stride;
  Offset left;  ///< rows, these included
  int columns;
  char* const* column;
  Offset run;
  Offset step;
  Offset above = 0;      ///< bytes of a column
  Offset in_column = 0;  ///< where they end

  explicit RowBlock(PanelColumns const& g)
      : rows(g.rows),
        stride(g.stride),
        left(g.height),
        columns(g.columns),
        column(g.column),
        run(g.run),
        step(g.step) {}

  ISOMER_INLINE bool is_whole() const { return left >= height; }
  ISOMER_INLINE Offset whole_blocks(Offset most) const {
    return left >= most * height ? most : left / height;
  }
  ISOMER_INLINE void advance(Offset blocks = 1) {
    rows += blocks * height * stride;
    left -= blocks * height;
    above += blocks * Isa::bytes;
    in_column = in_runs(run, step, above);
  }
  /// Bytes of rows behind the last one's beginning.
  ISOMER_INLINE Offset behind() const { return (left - height) * stride; }

  ISOMER_INLINE typename Isa::Vector load(int c) const {
    return In::load(column[c] + in_column, step);
  }
  ISOMER_INLINE void store(int c, typename Isa::Vector const& v) const {
    In::store(column[c] + in_column, step, v);
  }
};

template <int Word>
ISOMER_INLINE void gather_words(PanelColumns const& g, Offset from_row) {
  for (Offset r = from_row; r < g.height; ++r) {
    Offset const at = in_runs(g, r * Word);
    for (int c = 0; c < g.columns; ++c)
      __builtin_memcpy(g.column[c] + at, g.rows + r * g.stride + c * Word, Word);
  }
}

template <int Word>
ISOMER_INLINE void scatter_words(PanelColumns const& g, Offset from_row) {
  for (Offset r = from_row; r < g.height; ++r) {
    Offset const at = in_runs(g, r * Word);
    for (int c = 0; c < g.columns; ++c)
      __builtin_memcpy(g.rows + r * g.stride + c * Word, g.column[c] + at, Word);
  }
}

}  // namespace
