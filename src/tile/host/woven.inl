// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Staged tiles whose blocks ask for the source and let the tile before leave its buffer while they
// are transposed, half a line of each row at a time: what comes from memory, what goes there and
// what is done in the core overlap only where they are mixed as finely. With a step of 2 KiB
// between (32 lines asked for, 32 stored) the three took turns: 8256 x 8256 doubles on a Zen 3 110
// to 120 ns/KiB, woven 87, and nothing but the transposition 47.
//
// A block asks for the same lines of rows that are read some KiB later (Program::lead), below it or
// in the next tile: no earlier, for what waits in the cache displaces what is staged.
// For any `Isa` (tile/host/kernels.inl).

#include "tile/host/job.hpp"
#include "tile/host/outflow.inl"
#include "tile/host/transpose.inl"

namespace {

using isomer::tile::Block;
using isomer::tile::Job;
using isomer::tile::Offset;
using isomer::tile::Program;
using isomer::tile::Tile;

/// Rows of the source.
struct Source {
  char const* src;
  Offset const* row;
};
inline Source source_of(Tile const& tile, int block) {
  Block const& from = tile.program->block[block];
  return {tile.src + from.src, tile.program->row_src + from.row};
}

/// What is read some blocks after block `k`; its own where that is not known.
inline Source read_later(Tile const& tile, Tile const* next, int k) {
  Program const& program = *tile.program;
  int const later = k + program.lead;
  if (later < program.blocks) return source_of(tile, later);
  int const in_next = later - program.blocks;
  bool const is_known = next != nullptr && next->program->line_high && in_next < next->program->blocks;
  return is_known ? source_of(*next, in_next) : source_of(tile, k);
}

/// Asks for lines of some rows, and lets as many leave the buffer.
template <bool RowsCrowd>
struct Weave {
  static constexpr bool is_any = true;
  static constexpr bool rows_crowd = RowsCrowd;
  Source source;
  Outflow& outflow;

  template <int Rows>
  inline __attribute__((always_inline)) void half_line(int at, int half) const {
#pragma GCC unroll 32
    for (int r = half * Rows / 2; r < (half + 1) * Rows / 2; ++r)
      Isa::prefetch(source.src + source.row[r] + at);
    outflow.step_of<Rows / 2>();
  }
};

/// Whether the lines of a block's rows have one place in the first-level cache, which forgets those
/// of sixteen before their next pieces are read (352 x 4 x 28 x 28 x 48 floats reversed on a Zen 3:
/// 170 ns/KiB, 153 by half the rows; others 108 and 114).
inline bool rows_crowd(Block const& block) {
  return block.row_step != 0 && block.row_step % isomer::tile::way_bytes == 0;
}

template <int Word>
void weave_tile(Tile const& tile, Tile const* next, char* out, Outflow& outflow) {
  Program const& program = *tile.program;
  auto const weave = [&](Block const& block, auto const& meanwhile) {
    transpose_lines<Word>(tile.src, out, program, block, StoreAll{}, meanwhile);
  };
  if constexpr (Word > 0)
    for (int k = 0; k < program.blocks; ++k) {
      Block const& block = program.block[k];
      Source const later = read_later(tile, next, k);
      if (rows_crowd(block)) weave(block, Weave<halves_fit<Word>>{later, outflow});
      else weave(block, Weave<false>{later, outflow});
    }
}

/// The tile behind each, where it is asked for.
class Successor {
 public:
  explicit Successor(Job const& job) : job_(job), goes_on_(job.weaves) { next(); }
  Tile const* next() {
    goes_on_ = goes_on_ && job_.next(job_.ahead, &tile_);
    return goes_on_ ? &tile_ : nullptr;
  }

 private:
  Job const& job_;
  Tile tile_{};
  bool goes_on_;
};

}  // namespace
