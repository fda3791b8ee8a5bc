// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// How the columns of a panel lie in memory, in one piece or in runs, and how vectors of them are loaded and stored.

#include "tile/host/columns.hpp"
#include "tile/host/inline.inl"
#include "tile/host/lanes.inl"

namespace {

using isomer::tile::Offset;
using isomer::tile::PanelColumns;

/// Where the byte of a column lies that would be number `bytes` of one in one piece.
ISOMER_INLINE Offset in_runs(PanelColumns const& g, Offset bytes) {
  if (g.run == 0) return bytes;
  Offset const run = bytes >> __builtin_ctzll(static_cast<unsigned long long>(g.run));
  return (bytes & (g.run - 1)) + run * g.step;
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

/// As many rows as a vector has words.
template <class In>
struct RowBlock {
  PanelColumns const& g;
  Offset row;
  Offset in_column;  ///< bytes from where a column begins

  RowBlock(PanelColumns const& columns, Offset r, Offset word)
      : g(columns), row(r), in_column(in_runs(columns, r * word)) {}

  ISOMER_INLINE typename Isa::Vector load(int c) const {
    return In::load(g.column[c] + in_column, g.step);
  }
  ISOMER_INLINE void store(int c, typename Isa::Vector const& v) const {
    In::store(g.column[c] + in_column, g.step, v);
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
