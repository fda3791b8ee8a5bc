// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// How the source is prefetched between blocks.
// For any `Isa` (tile/host/kernels.inl).

#include "tile/host/job.hpp"

namespace {

using isomer::tile::Job;
using isomer::tile::Offset;
using isomer::tile::Tables;
using isomer::tile::SourcePieces;
using isomer::tile::Tile;
using isomer::tile::Window;

/// Prefetches `Lines` lines of each piece, without a loop over them: with one, a line took fourteen
/// instructions, as many as it takes to transpose (doubles, AVX2).
template <int Lines>
void prefetch(char const* src, Offset const* piece, Offset const* end) {
  asm volatile("");  // GCC drops calls of a function that does nothing but prefetch
  for (; piece != end; ++piece) {
    char const* const from = src + *piece;
#pragma GCC unroll 8
    for (int k = 0; k < Lines; ++k) Isa::prefetch(from + isomer::tile::line_bytes * k);
  }
}

void prefetch(int lines, char const* src, Offset const* piece, Offset const* end) {
  static_assert(isomer::tile::max_piece_lines == 8);
  switch (lines) {
    case 1: return prefetch<1>(src, piece, end);
    case 2: return prefetch<2>(src, piece, end);
    case 3: return prefetch<3>(src, piece, end);
    case 4: return prefetch<4>(src, piece, end);
    case 5: return prefetch<5>(src, piece, end);
    case 6: return prefetch<6>(src, piece, end);
    case 7: return prefetch<7>(src, piece, end);
    default: return prefetch<8>(src, piece, end);
  }
}

/// Prefetches the source at a constant distance, across the ends of tiles, as far as the window
/// shows them.
class Prefetcher {
 public:
  Prefetcher(Job const& job, Window const& window) : is_on_(job.prefetch_lines > 0) {
    if (!is_on_ || window.known == 0) return;
    fetch(job.prefetch_lines / window.tile(0).tables->pieces.lines, window);
  }

  /// A tile begins, in whose steps as many pieces are fetched as it has: with more, by rounding, the
  /// distance grew until what was fetched left the cache again.
  void start(Tables const& at_work) { due_ = at_work.pieces.count; }
  void step(Tables const& at_work, Window const& window) {
    if (!is_on_) return;
    int const share = due_ < at_work.pieces.per_step ? due_ : at_work.pieces.per_step;
    due_ -= share;
    fetch(share, window);
  }

 private:
  void fetch(int wanted, Window const& window) {
    while (wanted > 0) {
      if (pieces_ == nullptr && !enter(window)) return;
      int const left = pieces_->count - piece_;
      int const count = wanted < left ? wanted : left;
      Offset const* const start = pieces_->start + piece_;
      prefetch(pieces_->lines, src_, start, start + count);
      wanted -= count;
      piece_ += count;
      if (piece_ < pieces_->count) return;
      pieces_ = nullptr;
      ++tile_;
    }
  }

  bool enter(Window const& window) {
    if (tile_ >= window.known) return false;
    Tile const& tile = window.tile(tile_);
    src_ = tile.src;
    pieces_ = &tile.tables->pieces;
    piece_ = 0;
    return true;
  }

  long long tile_ = 0;                     ///< whose pieces are fetched next
  SourcePieces const* pieces_ = nullptr;  ///< these; null until it is known
  char const* src_ = nullptr;
  int piece_ = 0;
  int due_ = 0;
  bool is_on_;
};

}  // namespace
