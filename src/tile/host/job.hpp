// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// What the planner hands to the instruction-set specific kernels. Everything is plain data in
/// bytes: the files compiled for one instruction set include nothing whose inline functions the
/// linker could share with code meant for older processors.

#include "tile/host/columns.hpp"
#include "tile/host/offset.hpp"
#include "tile/host/squares.hpp"
#include "tile/isa.hpp"

namespace isomer::tile {

/// A few rows of the source, each contiguous for `cols` words, that become columns of the output:
/// word (r, c) goes from  src + row_src[row + r] + c*word  to  out + col_out[col + c] + r*word.
struct Block {
  Offset src;
  Offset out;
  int row;
  int col;
  int rows;
  int cols;
  Offset row_step;  ///< from each row to the next if they are as far apart; else 0
  Offset col_step;  ///< the same of the columns in the output
};

/// A contiguous piece that keeps its order.
struct Run {
  Offset from;
  Offset to;
  Offset bytes;
};

/// The source of one tile as it is asked for ahead: one contiguous stretch after the other, so that
/// hardware recognises the streams and runs on in them, in pieces of a few lines.
struct Ahead {
  Offset const* start;  ///< of each piece
  int pieces;
  int lines;     ///< of a piece, no more than most_lines_ahead
  int per_step;  ///< all pieces together, shared among the steps of the tile
};

/// Lines of a piece that is asked for in one go.
constexpr int most_lines_ahead = 8;

/// The work of one tile, the same for all tiles of one edge combination: blocks gather into the
/// staging buffer in output order (or straight into the destination), runs stream it out.
struct Program {
  Offset const* row_src;
  Offset const* col_out;
  Block const* block;
  Run const* run;
  Ahead ahead;
  int blocks;
  int step;  ///< blocks between which nothing is asked for and nothing leaves
  int steps;
  int lead;  ///< so many blocks on others read what one asks for if it weaves
  int runs;
  Offset run_bytes;     ///< of one shared run when blocks copy instead of transposing
  Offset staged_bytes;  ///< all runs together
  bool few_columns;     ///< no more than Isa::most_few, row after row in the source
  bool few_rows;        ///< no more than that, and column after column in the output
  bool line_high;       ///< blocks have as many rows as a cache line has words, or runs are lines
  int rows;             ///< of a slanted tile (tile/host/slanted.inl); else 0
  bool columns_go_on;   ///< in such a tile, each behind the last row in the next one
};

/// Rows of the blocks of a slanted tile, but for the last: their lines are those that begin in so
/// many rows.
constexpr int slanted_rows = 8;
/// Shorter words would take too many loads.
constexpr int least_slanted_word = 8;

/// A tile with its addresses.
struct Tile {
  Program const* program;
  char const* src;
  char* dst;
  bool joins;          ///< each of its runs starts where the same run of an earlier tile ended
  bool carries;        ///< a later tile will join it
  Offset carry;        ///< where in Job::carry both keep the lines between them
  char const* beyond;  ///< the source of the tile with which slanted runs go on; or null
};

/// How the words of a run are combined with the destination; null moves them.
struct Scale {
  void const* alpha;
  void const* beta;
  int scalar;  ///< isomer::detail::Scalar
  bool reads_dst;
  bool conjugate;
};

/// The tiles of one thread, in order. `next` yields them, one a call, and returns false behind the
/// last; `walk` and `ahead` are two positions in the same sequence.
struct Job {
  bool (*next)(void* walk, Tile* tile);
  void* walk;
  void* ahead;
  char* stage[2];      ///< two staging buffers, a readable line before and behind each, or null:
                       ///< blocks write to the destination
  char* carry;         ///< lines that one tile leaves for another to complete; or null
  Scale const* scale;  ///< only with staging
  int word;            ///< bytes; shared runs when 0
  bool stream;         ///< non-temporal stores
  int prefetch_lines;  ///< how many lines ahead the source is asked for; 0 for data in cache
  bool weaves;         ///< staged tiles are woven where their blocks allow it (tile/host/woven.inl)
};

/// The kernels of one instruction set.
struct Kernels {
  Isa isa;
  /// Runs all tiles of a job.
  void (*run)(Job const& job);
  /// Runs one tile that goes straight to the destination, words (Job::word) through the caches.
  void (*run_tile)(Program const& program, char* dst, char const* src, int word);
  /// Copies contiguous pieces straight from `src` to `dst`.
  void (*copy_runs)(char* dst, char const* src, Run const* run, long long runs, bool stream);
  /// Makes non-temporal stores visible to other threads.
  void (*fence)();
  /// dst[k] = alpha*op(src[k]) + beta*dst[k] for `count` scalars, so many bytes apart.
  void (*scale_run)(char* dst, long long dst_step, char const* src, long long src_step,
                    long long count, Scale const& scale);
  SquareKernels squares;
  ColumnKernels columns;
  PieceKernels pieces;
};

/// The most bytes of a block's row: reads then take each line of the source once.
constexpr int line_bytes = 64;

/// Lines so far apart have the same place in a first-level cache of 32 KiB.
constexpr int way_bytes = 4 << 10;
/// A cache holds so many lines that have the same place.
constexpr int ways = 8;

}  // namespace isomer::tile
