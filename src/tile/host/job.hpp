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

/// Of the caches: reads of whole lines take each line of the source once.
constexpr int line_bytes = 64;

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
  Offset bytes;  ///< in the destination: others in a staging buffer, if elements are cast
};

/// The source of one tile in the order in which it is prefetched: one contiguous piece after the
/// other, in pieces of a few lines, so that hardware recognises the streams.
struct SourcePieces {
  Offset const* start;  ///< of each piece
  int count;
  int lines;     ///< of a piece, at most max_piece_lines
  int per_step;  ///< the pieces divided by the steps of the tile, rounded up
};

/// Lines of a piece, which is prefetched without a loop.
constexpr int max_piece_lines = 8;

/// Pairs of vectors of the source that a vector of the output may have words of.
constexpr int most_gathered_pairs = 4;

/// How a vector of the output is put together from a few of the source (tile/host/gather.inl).
struct VectorGather {
  Offset out;            ///< where it begins, as seen from its run
  int bytes;             ///< of a vector, or fewer at the end of a run
  int pairs;             ///< of vectors of the source
  Offset const* source;  ///< where the two of each pair begin, as seen from the run
  unsigned const* from;  ///< of each pair: a bit for each word that it has
  char const* index;     ///< a vector: the number of each word in its pair; or, of bytes, 16 for
                         ///< each source: their numbers in it, with the top bit that of others
};

/// The work of one tile, the same for all tiles of one edge combination: blocks gather into the
/// staging buffer in output order (or directly into the destination), runs stream it out.
struct Tables {
  Offset const* row_src;
  Offset const* col_out;
  Block const* block;
  Run const* run;
  SourcePieces pieces;
  int blocks;
  int step;  ///< blocks between which nothing is prefetched and nothing drained
  int steps;
  int distance;  ///< in blocks, from one in the pipeline to the one whose source it prefetches
  int runs;
  Offset run_bytes;       ///< of one shared run when blocks copy instead of transposing
  Offset staged_bytes;    ///< all runs together
  bool from_records;      ///< no more than Isa::max_record_words, row after row in the source
  bool to_records;        ///< no more than that, and column after column in the output
  bool indirect;          ///< blocks are rows of single words (tile/host/gather.inl)
  bool line_high;         ///< blocks have as many rows as a cache line has words, or runs are lines
  int rows;               ///< of a skewed tile (tile/host/skewed.inl); else 0
  bool columns_continue;  ///< in such a tile, each behind the last row in the next one
  VectorGather const* gathers;  ///< blocks are `rows` places of vector gathers[col]; or null
};

/// Rows of the blocks of a skewed tile, but for the last: their lines are those that begin in these
/// rows.
constexpr int skewed_rows(int word) { return word < 8 ? line_bytes / word : 8; }
/// Lines of shorter words come from too many rows.
constexpr int min_skewed_word = 4;
/// Those of longer words are gathered, not rotated.
constexpr int max_rotated_word = 8;

/// A tile with its addresses.
struct Tile {
  Tables const* tables;
  char const* src;
  char* dst;
  bool continues;           ///< each of its runs starts where the same run of an earlier tile ended
  bool continued;           ///< a later tile continues it
  Offset carry;             ///< where in Job::carry both keep the lines between them
  char const* next_in_run;  ///< the source of the tile that continues skewed runs; or null
};

/// The tile at work and those known to come, of one thread: tile k, counted from the first of a
/// job, is ring[k % window_tiles].
struct Window {
  Tile const* ring;
  long long at_work;
  long long known;  ///< one behind the last

  Tile const& tile(long long k) const;
};
constexpr int window_tiles = 64;
inline Tile const& Window::tile(long long k) const { return ring[k % window_tiles]; }

/// How the words of a run are combined with the destination; null moves them.
struct Scale {
  void const* alpha;
  void const* beta;
  int scalar;  ///< isomer::detail::Scalar
  bool reads_dst;
  bool conjugate;
};

/// Casts `count` elements, or as many lines of results, that lie side by side on both sides, which
/// do not overlap.
using CastRow = void (*)(char* to, char const* from, long long count);

/// How elements are cast on their way.
struct Cast {
  CastRow row;
  CastRow lines;  ///< whole lines to where one starts, past the caches
  int from_bytes;
  int to_bytes;
};

/// What the tiles of one thread have in common.
struct Job {
  char* stage[2];      ///< two staging buffers, a readable line before and behind each, or null:
                       ///< blocks write to the destination
  char* carry;         ///< lines that one tile leaves for another to complete; or null
  Scale const* scale;  ///< only with staging
  Cast const* cast;    ///< of what leaves a staging buffer; or null
  int word;            ///< bytes; shared runs when 0
  bool stream;         ///< non-temporal stores
  int prefetch_lines;  ///< distance of the prefetched source; 0 leaves reading to hardware
  bool pipelined;      ///< staged tiles are, where their blocks allow it (tile/host/pipeline.inl)
};

/// Room for the state of a job under way, which is the kernels' own.
struct alignas(line_bytes) Mover {
  char state[7 * line_bytes];
};

/// The kernels of one instruction set.
struct Kernels {
  Isa isa;
  /// A job: `begin`, then `move` for each of its tiles in order, then `finish`. The window shows
  /// the first tile from the beginning on.
  void (*begin)(Mover* mover, Job const& job, Window const& window);
  void (*move)(Mover* mover, Window const& window);
  void (*finish)(Mover* mover);
  /// Runs one tile that goes straight to the destination, words (Job::word) through the caches.
  void (*run_tile)(Tables const& tables, char* dst, char const* src, int word);
  /// Copies contiguous pieces straight from `src` to `dst`.
  void (*copy_runs)(char* dst, char const* src, Run const* run, long long runs, bool stream);
  /// Makes non-temporal stores visible to other threads.
  void (*fence)();
  /// dst[k] = alpha*op(src[k]) + beta*dst[k] for `count` scalars, the steps in bytes.
  void (*scale_run)(char* dst, long long dst_step, char const* src, long long src_step,
                    long long count, Scale const& scale);
  /// The casts between two kinds of elements (isomer::detail::Scalar); null where there is none.
  CastRow (*cast_row)(int from, int to);
  CastRow (*cast_lines)(int from, int to);
  /// Casts `count` elements straight from `src` to `dst`, the steps in bytes, and scales them
  /// unless `scale` is null. What is contiguous in the destination may go past the caches.
  void (*cast_run)(char* dst, long long dst_step, char const* src, long long src_step,
                   long long count, Cast const& cast, Scale const* scale, bool stream);
  SquareKernels squares;
  ColumnKernels columns;
  PieceKernels pieces;
};

/// Lines so far apart have the same place in a first-level cache of 32 KiB.
constexpr int way_bytes = 4 << 10;
/// Lines of one set that a cache holds.
constexpr int ways = 8;

}  // namespace isomer::tile
