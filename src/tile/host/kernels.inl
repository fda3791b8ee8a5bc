// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The tile kernels, written once over an `Isa` that each instruction set's file defines, behind
// tile/host/partial.inl, before it includes this one:
//   bytes                      of a vector
//   Vector                     the vector as bytes
//   piece                      bytes of the pieces that join() takes
//   turn                       pieces of each row that a turn of the innermost loop takes
//   join(p)                    the pieces at p[0], p[1], .. as one vector
//   join_part(p, n)            the same of 16-byte pieces, reading only n bytes of each
//   permute<Word>(index, v), permute<Word>(otherwise, mask, index, v)
//                              word index[k] of v as word k (where the mask has a bit)
//   load_part(p, n)
//   max_record_words                   rows or columns for which these pay; the four with the macro
//                              ISOMER_ISA_PERMUTES
//   load(p), store(d, v), store_part(d, v, n)
//   stream(d, v)               v to an aligned d past the caches
//   stream_line(d, s)          64 bytes to an aligned d past the caches
//   copy_part(d, s, n)         n <= bytes
//   stream_joined(d, a, s, n)  the line whose first n bytes are at a, the others at s, as
//                              stream_line; a is a whole line of anything behind them, and so may
//                              be read what lies n bytes before s
//   join_lanes(p, step)        the 16-byte lanes at p, p + step, .. as one vector
//   join_lane_parts(p, step, n)  the same, reading only n bytes of each
//   split_lanes(p, step, v)    the lanes of a vector back to p, p + step, ..
//   split_lane_parts(p, step, v, n)  the same, writing only n bytes of each
//   square_bytes<Word>         the width of a row of the squares that are transposed in registers
//   Mask, mask<Word>(bits)     a bit for each word of a vector
//   permute_pair<Word>(index, a, b)  the same of a's words and, behind them, b's
//   Lane, load_lane(p), store_lane(d, v), store_first(d, v, n)    16 bytes
//   shuffle(index, p)          byte index[k] of the 16 at p as byte k; 0 where its top bit is set
//   either(a, b)               the bits that either has
//   choose<Word>(mask, a, b)   b's words where the mask has their bits, a's elsewhere
//   prefetch(p), fence()
// All names here and in what it includes live in an anonymous namespace: every instruction set gets
// copies of its own.
//
//   transpose.inl, records.inl     blocks in registers
//   copies.inl, scale.inl      what keeps its order, and arithmetic
//   cast_run.inl               elements of one type as those of another
//   prefetcher.inl             how the source comes in between blocks,
//   drain.inl                  how a staged tile leaves its buffer,
//   pipeline.inl               and both while blocks are transposed
//   gather.inl                 words one by one, and vectors from a few others
//   skewed.inl                 blocks that start where the lines of misaligned columns do
//   columns.inl, columns/, pieces.inl, piece_grid.inl
//                              panels of matrices and records,
//   squares.inl, swaps.inl     and their tiles

#include "tile/host/casts/cast_run.inl"
#include "tile/host/columns.inl"
#include "tile/host/copies.inl"
#include "tile/host/drain.inl"
#include "tile/host/records.inl"
#include "tile/host/gather.inl"
#include "tile/host/pieces.inl"
#include "tile/host/pipeline.inl"
#include "tile/host/prefetcher.inl"
#include "tile/host/scale.inl"
#include "tile/host/skewed.inl"
#include "tile/host/swaps.inl"
#include "tile/host/transpose.inl"

namespace {

template <int Word>
inline void transpose_block(char const* src, char* out, Tables const& tables, Block const& block,
                            bool stream) {
  constexpr int height = Isa::bytes / Word;
  if (tables.indirect) return gather_block<Word>(src, out, tables, block, stream);
  if (tables.line_high)
    return stream ? transpose_lines<Word>(src, out, tables, block, StreamAll{}, Alone{})
                  : transpose_lines<Word>(src, out, tables, block, StoreAll{}, Alone{});
  src += block.src;
  out += block.out;
  Offset const* const row = tables.row_src + block.row;
  Offset const* const col = tables.col_out + block.col;
#ifdef ISOMER_ISA_PERMUTES
  if constexpr (Word > 1 && Word < 16)
    if (transpose_few<Word>(src, out, tables, block)) return;
#endif
  if constexpr (Word == 1)
    if (transpose_narrow_block<Word>(src, out, row, col, block)) return;
  if (block.cols < Isa::piece / Word)
    transpose_part<Word>(src, out, tables, block);
  else if (block.rows < height)
    transpose_short<Word>(src, out, row, col, block);
  else
    transpose_full<Word, 1>(src, out, row, col, block, StoreAll{}, Alone{});
}

template <int Word>
inline void move_blocks(Tables const& tables, int begin, int end, char* out, char const* src,
                        bool stream) {
  for (int k = begin; k < end; ++k) {
    if constexpr (Word == 0) copy_block(src, out, tables, tables.block[k], stream);
    else transpose_block<Word>(src, out, tables, tables.block[k], stream);
  }
}

/// Some blocks of a tile, skewed or not.
template <int Word>
inline void move_tile(Tile const& tile, int begin, int end, char* out, bool stream) {
  if constexpr (Word >= isomer::tile::min_skewed_word) {
    if (tile.tables->rows > 0)
      return stream ? move_skewed<Word, ToLines>(tile, out, begin, end)
                    : move_skewed<Word, Upright>(tile, out, begin, end);
  }
  move_blocks<Word>(*tile.tables, begin, end, out, tile.src, stream);
}

using isomer::tile::Mover;

/// A job under way.
struct TileMover {
  static void* operator new(decltype(sizeof(0)), char* at) { return at; }

  TileMover(Job const& job, Window const& window)
      : word(job.word),
        streams(job.stream),
        pipelined(job.pipelined),
        stage{job.stage[0], job.stage[1]},
        drain(job),
        prefetcher(job, window) {}

  bool is_staged() const { return stage[0] != nullptr; }

  int word;
  bool streams;
  bool pipelined;
  int side = 0;
  char* stage[2];
  Drain drain;
  Prefetcher prefetcher;
};

/// Between some blocks and the next, lines are prefetched and drained.
template <int Word>
inline void move_in_steps(TileMover& mover, Window const& window, Tile const& tile, char* out) {
  Tables const& tables = *tile.tables;
  bool const streams = mover.streams && !mover.is_staged();
  mover.drain.spread(tables.steps);
  mover.prefetcher.start(tables);
  for (int k = 0; k < tables.blocks;) {
    mover.prefetcher.step(tables, window);
    int const end = k + tables.step < tables.blocks ? k + tables.step : tables.blocks;
    move_tile<Word>(tile, k, end, out, streams);
    k = end;
    mover.drain.step();
  }
}

template <int Word>
void move_at_work(TileMover& mover, Window const& window) {
  Tile const& tile = window.tile(window.at_work);
  char* const out = mover.is_staged() ? mover.stage[mover.side] : tile.dst;
  if (mover.pipelined && tile.tables->line_high)
    move_in_pipeline<Word>(tile, window, out, mover.drain);
  else move_in_steps<Word>(mover, window, tile, out);
  if (!mover.is_staged()) return;
  mover.drain.finish();
  mover.drain.start(tile, out);
  mover.side ^= 1;
}

static_assert(sizeof(TileMover) <= sizeof(Mover));
TileMover& mover_in(Mover* mover) { return *reinterpret_cast<TileMover*>(mover->state); }

void begin(Mover* mover, Job const& job, Window const& window) {
  new (mover->state) TileMover(job, window);
}

void move(Mover* mover, Window const& window) {
  TileMover& at = mover_in(mover);
  switch (at.word) {
    case 0: return move_at_work<0>(at, window);
    case 1: return move_at_work<1>(at, window);
    case 2: return move_at_work<2>(at, window);
    case 4: return move_at_work<4>(at, window);
    case 8: return move_at_work<8>(at, window);
    default: return move_at_work<16>(at, window);
  }
}

void finish(Mover* mover) {
  TileMover& at = mover_in(mover);
  at.drain.finish();
  if (at.streams) Isa::fence();
}

void run_tile(Tables const& tables, char* dst, char const* src, int word) {
  switch (word) {
    case 0: return move_blocks<0>(tables, 0, tables.blocks, dst, src, false);
    case 1: return move_blocks<1>(tables, 0, tables.blocks, dst, src, false);
    case 2: return move_blocks<2>(tables, 0, tables.blocks, dst, src, false);
    case 4: return move_blocks<4>(tables, 0, tables.blocks, dst, src, false);
    case 8: return move_blocks<8>(tables, 0, tables.blocks, dst, src, false);
    default: return move_blocks<16>(tables, 0, tables.blocks, dst, src, false);
  }
}

}  // namespace
