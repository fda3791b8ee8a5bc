// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Staged tiles whose blocks prefetch the source and drain the tile before while they are transposed,
// half a line of each row at a time: what comes from memory, what goes there and what is done in the
// core overlap only where they are mixed as finely (8256 x 8256 doubles on a Zen 3: 110 to 120
// ns/KiB with steps of 2 KiB, 87 so).
//
// A block prefetches the same lines of rows that are read some KiB later (Tables::distance), in its
// tile or the next: no earlier, for what waits in the cache displaces what is staged.
// For any `Isa` (tile/host/kernels.inl).

#include "tile/host/drain.inl"
#include "tile/host/job.hpp"
#include "tile/host/transpose.inl"

namespace {

using isomer::tile::Block;
using isomer::tile::Offset;
using isomer::tile::Tables;
using isomer::tile::Tile;
using isomer::tile::Window;

/// Rows of the source.
struct Source {
  char const* src;
  Offset const* row;
};
inline Source source_of(Tile const& tile, int block) {
  Block const& from = tile.tables->block[block];
  return {tile.src + from.src, tile.tables->row_src + from.row};
}

/// What is read at a tables's distance behind block `k`; its own where that is not known.
inline Source read_later(Tile const& tile, Tile const* next, int k) {
  Tables const& tables = *tile.tables;
  int const later = k + tables.distance;
  if (later < tables.blocks) return source_of(tile, later);
  int const in_next = later - tables.blocks;
  bool const is_known = next != nullptr && next->tables->line_high && in_next < next->tables->blocks;
  return is_known ? source_of(*next, in_next) : source_of(tile, k);
}

/// Prefetches lines of some rows, and drains as many.
template <bool SetConflict>
struct Meantime {
  static constexpr bool is_any = true;
  static constexpr bool has_set_conflict = SetConflict;
  Source source;
  Drain& drain;

  template <int Rows>
  inline __attribute__((always_inline)) void half_line(int at, int half) const {
#pragma GCC unroll 32
    for (int r = half * Rows / 2; r < (half + 1) * Rows / 2; ++r)
      Isa::prefetch(source.src + source.row[r] + at);
    drain.step_of<Rows / 2>();
  }
};

/// Whether the lines of a block's rows are in one set of the first-level cache, which loses those
/// of sixteen before their next pieces are read (352 x 4 x 28 x 28 x 48 floats reversed on a Zen 3:
/// 170 ns/KiB, 153 by half the rows).
inline bool has_set_conflict(Block const& block) {
  return block.row_step != 0 && block.row_step % isomer::tile::way_bytes == 0;
}

template <int Word>
void move_in_pipeline(Tile const& tile, Window const& window, char* out, Drain& drain) {
  Tables const& tables = *tile.tables;
  long long const behind = window.at_work + 1;
  Tile const* const next = behind < window.known ? &window.tile(behind) : nullptr;
  auto const transpose = [&](Block const& block, auto const& meantime) {
    transpose_lines<Word>(tile.src, out, tables, block, StoreAll{}, meantime);
  };
  if constexpr (Word > 0)
    for (int k = 0; k < tables.blocks; ++k) {
      Block const& block = tables.block[k];
      Source const later = read_later(tile, next, k);
      if (has_set_conflict(block)) transpose(block, Meantime<halves_fit<Word>>{later, drain});
      else transpose(block, Meantime<false>{later, drain});
    }
}

}  // namespace
