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
//   most_few                   rows or columns for which these pay; the four with the macro
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
//   prefetch(p), fence()
// All names here and in what it includes live in an anonymous namespace: every instruction set gets
// copies of its own.
//
//   transpose.inl, few.inl     blocks in registers
//   copies.inl, scale.inl      what keeps its order, and arithmetic
//   lookahead.inl              how the source comes in between blocks,
//   outflow.inl                how a staged tile leaves its buffer,
//   woven.inl                  and both while blocks are transposed
//   slanted.inl                blocks that start where the lines of misaligned columns do
//   columns.inl, pieces.inl    panels of a matrix in place,
//   squares.inl, swaps.inl     its tiles

#include "tile/host/columns.inl"
#include "tile/host/copies.inl"
#include "tile/host/few.inl"
#include "tile/host/lookahead.inl"
#include "tile/host/outflow.inl"
#include "tile/host/pieces.inl"
#include "tile/host/scale.inl"
#include "tile/host/slanted.inl"
#include "tile/host/swaps.inl"
#include "tile/host/transpose.inl"
#include "tile/host/woven.inl"

namespace {

template <int Word>
inline void transpose_block(char const* src, char* out, Program const& program, Block const& block,
                            bool stream) {
  constexpr int height = Isa::bytes / Word;
  if (program.line_high)
    return stream ? transpose_lines<Word>(src, out, program, block, StreamAll{}, Alone{})
                  : transpose_lines<Word>(src, out, program, block, StoreAll{}, Alone{});
  src += block.src;
  out += block.out;
  Offset const* const row = program.row_src + block.row;
  Offset const* const col = program.col_out + block.col;
#ifdef ISOMER_ISA_PERMUTES
  if constexpr (Word > 1 && Word < 16)
    if (transpose_few<Word>(src, out, program, block)) return;
#endif
  if (block.cols < Isa::piece / Word)
    transpose_part<Word>(src, out, program, block);
  else if (block.rows < height)
    transpose_short<Word>(src, out, row, col, block);
  else
    transpose_full<Word, 1>(src, out, row, col, block, StoreAll{}, Alone{});
}

template <int Word>
inline void move_blocks(Program const& program, int begin, int end, char* out, char const* src,
                        bool stream) {
  for (int k = begin; k < end; ++k) {
    if constexpr (Word == 0) copy_block(src, out, program, program.block[k], stream);
    else transpose_block<Word>(src, out, program, program.block[k], stream);
  }
}

/// Some blocks of a tile, slanted or not.
template <int Word>
inline void move_tile(Tile const& tile, int begin, int end, char* out, bool stream) {
  if constexpr (Word >= isomer::tile::least_slanted_word) {
    if (tile.program->rows > 0)
      return stream ? move_slanted<Word, ToLines>(tile, out, begin, end)
                    : move_slanted<Word, Upright>(tile, out, begin, end);
  }
  move_blocks<Word>(*tile.program, begin, end, out, tile.src, stream);
}

/// Between some blocks and the next, lines are asked for and leave the buffer.
template <int Word>
inline void move_in_steps(Tile const& tile, char* out, bool stream, Lookahead& lookahead,
                          Outflow& outflow) {
  Program const& program = *tile.program;
  outflow.spread(program.steps);
  lookahead.start(program);
  for (int k = 0; k < program.blocks;) {
    lookahead.step(program);
    int const end = k + program.step < program.blocks ? k + program.step : program.blocks;
    move_tile<Word>(tile, k, end, out, stream);
    k = end;
    outflow.step();
  }
}

template <int Word>
void run_tiles(Job const& job) {
  Tile tile;
  bool const staged = job.stage[0] != nullptr;
  Outflow outflow(job);
  Lookahead lookahead(job);
  Successor successor(job);
  for (int side = 0; job.next(job.walk, &tile); side ^= 1) {
    char* const out = staged ? job.stage[side] : tile.dst;
    Tile const* const next = successor.next();
    if (job.weaves && tile.program->line_high) weave_tile<Word>(tile, next, out, outflow);
    else move_in_steps<Word>(tile, out, job.stream && !staged, lookahead, outflow);
    if (staged) {
      outflow.finish();
      outflow.start(tile, out);
    }
  }
  outflow.finish();
}

void run_tile(Program const& program, char* dst, char const* src, int word) {
  switch (word) {
    case 0: return move_blocks<0>(program, 0, program.blocks, dst, src, false);
    case 1: return move_blocks<1>(program, 0, program.blocks, dst, src, false);
    case 2: return move_blocks<2>(program, 0, program.blocks, dst, src, false);
    case 4: return move_blocks<4>(program, 0, program.blocks, dst, src, false);
    case 8: return move_blocks<8>(program, 0, program.blocks, dst, src, false);
    default: return move_blocks<16>(program, 0, program.blocks, dst, src, false);
  }
}

void run_job(Job const& job) {
  switch (job.word) {
    case 0: run_tiles<0>(job); break;
    case 1: run_tiles<1>(job); break;
    case 2: run_tiles<2>(job); break;
    case 4: run_tiles<4>(job); break;
    case 8: run_tiles<8>(job); break;
    default: run_tiles<16>(job); break;
  }
  if (job.stream) Isa::fence();
}

}  // namespace
