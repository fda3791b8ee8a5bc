// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// How the source is asked for between blocks.
// For any `Isa` (tile/host/kernels.inl).

#include "tile/host/job.hpp"

namespace {

using isomer::tile::Ahead;
using isomer::tile::Job;
using isomer::tile::Offset;
using isomer::tile::Program;
using isomer::tile::Tile;

/// Asks for so many lines of each of some pieces, without a loop over them: with one, a line took
/// fourteen instructions, as many as it takes to transpose (doubles, AVX2).
template <int Lines>
void ask_for(char const* src, Offset const* piece, Offset const* end) {
  asm volatile("");  // GCC drops calls of a function that does nothing but fetch ahead
  for (; piece != end; ++piece) {
    char const* const from = src + *piece;
#pragma GCC unroll 8
    for (int k = 0; k < Lines; ++k) Isa::prefetch(from + isomer::tile::line_bytes * k);
  }
}

void ask_for(int lines, char const* src, Offset const* piece, Offset const* end) {
  static_assert(isomer::tile::most_lines_ahead == 8);
  switch (lines) {
    case 1: return ask_for<1>(src, piece, end);
    case 2: return ask_for<2>(src, piece, end);
    case 3: return ask_for<3>(src, piece, end);
    case 4: return ask_for<4>(src, piece, end);
    case 5: return ask_for<5>(src, piece, end);
    case 6: return ask_for<6>(src, piece, end);
    case 7: return ask_for<7>(src, piece, end);
    default: return ask_for<8>(src, piece, end);
  }
}

/// Asks for the source a constant number of pieces ahead of the work and across the ends of tiles.
class Lookahead {
 public:
  explicit Lookahead(Job const& job) : job_(job), runs_(job.prefetch_lines > 0) {
    if (!runs_) return;
    next_tile();
    if (runs_) ask(job_.prefetch_lines / ahead_->lines);
  }

  /// A tile begins, whose pieces are asked for elsewhere in its steps: as many as it has. (With some
  /// more in each tile, by rounding, the lead grew until what was asked for left the cache again.)
  void start(Program const& at_work) { due_ = at_work.ahead.pieces; }
  void step(Program const& at_work) {
    if (!runs_) return;
    int const share = due_ < at_work.ahead.per_step ? due_ : at_work.ahead.per_step;
    due_ -= share;
    ask(share);
  }

 private:
  void next_tile() {
    runs_ = job_.next(job_.ahead, &tile_);
    if (!runs_) return;
    ahead_ = &tile_.program->ahead;
    piece_ = 0;
  }

  void ask(int wanted) {
    while (runs_ && wanted > 0) {
      int const left = ahead_->pieces - piece_;
      int const count = wanted < left ? wanted : left;
      Offset const* const start = ahead_->start + piece_;
      ask_for(ahead_->lines, tile_.src, start, start + count);
      wanted -= count;
      piece_ += count;
      if (piece_ == ahead_->pieces) next_tile();
    }
  }

  Job const& job_;
  Tile tile_{};
  Ahead const* ahead_ = nullptr;
  int piece_ = 0;
  int due_ = 0;
  bool runs_;
};

}  // namespace
