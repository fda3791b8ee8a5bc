// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/count_tiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "support/column_major.hpp"
#include "support/machines.hpp"
#include "support/transposition.hpp"

/// What tiles count, for each of the fixed machines.
namespace isomer::test {
namespace {

using detail::Problem;
using detail::Tiling;
using detail::Work;

class CountTiles : public OnEachMachine {
 protected:
  static Work work_of(Problem const& problem, Tiling const& tiling) {
    return count_tiles(problem, tiling, GetParam());
  }
};

Tiling tiles(std::initializer_list<std::int64_t> extents) {
  Tiling tiling;
  std::copy(extents.begin(), extents.end(), tiling.slice.extent.begin());
  return tiling;
}

Tiling staged(std::initializer_list<std::int64_t> extents) {
  Tiling tiling = tiles(extents);
  tiling.mode.staged = tiling.mode.streams = true;
  return tiling;
}

/// Of 128 x 128 doubles: four tiles, the same for all.
TEST_P(CountTiles, KnowsWhatATileOf64By64DoublesDoes) {
  Work const work = 0.25 * work_of(transposition(128, 128, 8), staged({64, 64}));
  EXPECT_EQ(work.bytes, 32768);
  EXPECT_EQ(work.runs_read, 64);       // rows of 512 bytes
  EXPECT_EQ(work.lines_read, 64 * 8);  // each of them whole lines
  EXPECT_EQ(work.pages_read, 16);      // four rows to a page
  EXPECT_EQ(work.runs_written, 64);
  EXPECT_EQ(work.lines_partial, 0);
  EXPECT_EQ(work.pages_written, 0);
  EXPECT_EQ(work.buffered_bytes, 32768);
  EXPECT_EQ(work.conflict_lines, 0);
  EXPECT_GE(work.instructions, 4096.0 * 8 / GetParam().isa.vector_bytes);
  EXPECT_EQ(work.launches, 0) << "counted by whoever launches";
  EXPECT_EQ(work.scaled_words, 0);
}

TEST_P(CountTiles, AddsUpWholeTilesOfAlignedRuns) {
  Work const work = work_of(transposition(256, 128), tiles({64, 32}));  // 4 x 4 tiles
  EXPECT_EQ(work.bytes, 256 * 128 * 4);
  EXPECT_EQ(work.runs_read, 16 * 32);
  EXPECT_EQ(work.lines_read, 16 * 32 * 4);
  EXPECT_EQ(work.pages_read, 16 * 32 * 1024 / 4096);
  EXPECT_EQ(work.runs_written, 16 * 64);
  EXPECT_EQ(work.lines_partial, 0);
  EXPECT_EQ(work.buffered_bytes, 0);
}

TEST_P(CountTiles, CountsTilesThatAreCutShortByTheEndsOfTheirAxes) {
  // Rows of the source have 1000 bytes: four tiles of 64 words, the last of them has 58.
  Work const work = work_of(transposition(250, 70), tiles({64, 32}));
  EXPECT_EQ(work.bytes, 250 * 70 * 4);
  EXPECT_EQ(work.runs_read, 4 * 70);
  EXPECT_EQ(work.runs_written, 3 * 250);
}

TEST_P(CountTiles, CountsRunsThatTheTilesOfABandReadOnOnce) {
  Tiling tiling = staged({64, 32});
  tiling.walk = detail::Walk::along_output;
  double const runs = work_of(transposition(256, 128), tiling).runs_read;
  tiling.group = 4;
  EXPECT_EQ(work_of(transposition(256, 128), tiling).runs_read, runs / 4);
}

TEST_P(CountTiles, CountsFewerBytesThroughABufferWhereBlocksAreInterleaved) {
  Tiling tiling = staged({64, 64});
  auto const buffered = [&](std::int64_t rows) {
    return work_of(transposition(256, rows), tiling).buffered_bytes;
  };
  double const in_steps = buffered(128);
  EXPECT_EQ(in_steps, 256 * 128 * 4);
  tiling.mode.pipelined = true;
  EXPECT_LT(buffered(128), in_steps);
  EXPECT_GT(buffered(128), in_steps / 2);
  tiling.slice.extent[1] = 8;  // blocks of eight rows are not as high as a line
  EXPECT_EQ(buffered(8), 256 * 8 * 4);
}

TEST_P(CountTiles, CountsMoreOfABufferThatFillsACache) {
  auto const problem = transposition(2048, 2048);
  auto const buffered = [&](std::int64_t columns, std::int64_t rows) {
    return work_of(problem, staged({columns, rows})).buffered_bytes / (16 << 20);
  };
  EXPECT_EQ(buffered(64, 64), 1);
  double const spilled = buffered(128, 128);
  EXPECT_GT(spilled, 1);
  EXPECT_GT(buffered(1024, 512), spilled) << "with the source it fills the second-level cache";
}

TEST_P(CountTiles, CountsLinesThatMeetInTheSamePlacesOfTheMemory) {
  Tiling tiling = tiles({64, 32});
  tiling.mode.streams = true;
  auto const conflicts = [&](std::int64_t rows) {
    return work_of(transposition(256, rows), tiling).conflict_lines /
           (256.0 * static_cast<double>(rows) * 4 / 64);
  };
  EXPECT_EQ(conflicts(32), 0);  // rows of 128 bytes
  EXPECT_GT(conflicts(64), 0);
  EXPECT_EQ(conflicts(128), 2 * conflicts(64));
  EXPECT_EQ(conflicts(160), 0);
  EXPECT_EQ(conflicts(512), 4 * conflicts(64));
  EXPECT_EQ(conflicts(4096), conflicts(512));
  tiling.mode.staged = true;
  EXPECT_EQ(conflicts(4096), 0);
}

TEST_P(CountTiles, CountsRowsThatShareAPlaceInACache) {
  auto const conflicts = [&](std::int64_t columns) {
    return work_of(transposition(columns, 64), tiles({64, 64})).conflict_lines;
  };
  EXPECT_GT(conflicts(1 << 16), 0);
  EXPECT_EQ(conflicts((1 << 16) + 16), 0);
}

TEST_P(CountTiles, CountsForSkewedTilesOnlyTheLinesAtTheEndsOfRows) {
  auto const problem = transposition(256, 641, 8);
  Tiling tiling = staged({64, 64});
  tiling.walk = detail::Walk::along_output;
  double const carried = work_of(problem, tiling).lines_partial;
  tiling.mode.staged = false;
  tiling.mode.skewed = true;
  Work const skewed = work_of(problem, tiling);
  EXPECT_LT(skewed.lines_partial, carried);
  EXPECT_GT(skewed.lines_partial, 0);
  EXPECT_EQ(skewed.buffered_bytes, 0);
  // Squares of 2, 4 or 8 rows: of loads with seven more rows, choices, shuffles and stores.
  std::map<int, double> const of_square{
      {16, 9 + 10 + 2 + 4}, {32, 11 + 16 + 8 + 8}, {64, 15 + 28 + 24 + 16}};
  int const vector_bytes = GetParam().isa.vector_bytes;
  double const squares = 256 * 641 / std::pow(vector_bytes / 8, 2);
  EXPECT_DOUBLE_EQ(skewed.instructions, squares * of_square.at(vector_bytes));
}

/// Columns of several axes are not evenly apart.
TEST_P(CountTiles, CountsALoadForEachWordOfColumnsThatAreGathered) {
  auto const problem = column_major({16, 16, 641}, {2, 1, 0}, 8);
  Tiling tiling = staged({16, 16, 64});
  tiling.mode = {.skewed = true, .streams = true};
  EXPECT_DOUBLE_EQ(work_of(problem, tiling).instructions, 256 * 641 / 8.0 * (8 + 16));
}

TEST_P(CountTiles, CountsLinesThatMisalignedRunsFillInPart) {
  // Rows of the output have 132 bytes: runs of 64 bytes start at any multiple of 4. The last tile
  // of each row has one word. Far apart they are not completed before they leave the cache.
  double const in_part = 512 * 1.875 + 256;
  double const columns = 1 << 20;
  double const far = work_of(transposition(1 << 20, 33), tiles({64, 16})).lines_partial / columns;
  EXPECT_GT(far, in_part / 256);
  EXPECT_LT(far, 1.1 * in_part / 256);
}

TEST_P(CountTiles, CountsLinesForLessThatTheNextTilesComplete) {
  // Along the rows of a small matrix the cache holds them; along those of a large one it does not.
  auto const in_part = [&](std::int64_t columns) {
    return work_of(transposition(columns, 33), tiles({64, 16})).lines_partial /
           static_cast<double>(columns);
  };
  EXPECT_LT(in_part(64), 0.7 * in_part(1 << 20));
}

TEST_P(CountTiles, CountsPagesWhoseTranslationIsForgotten) {
  EXPECT_EQ(work_of(transposition(1024, 4096), tiles({64, 64})).pages_written, 0);
  // 128 x 64 tiles, each of 64 runs in pages of their own.
  EXPECT_EQ(work_of(transposition(8192, 4096), tiles({64, 64})).pages_written, 128 * 64 * 64);
}

TEST_P(CountTiles, CountsMoreInstructionsForBlocksSmallerThanTheRegisters) {
  // Bytes are never permuted by whole vectors, and nine rows of them fill none.
  double const full = work_of(transposition(256, 64, 1), tiles({64, 64})).instructions;
  double const small = work_of(transposition(256, 9, 1), tiles({64, 9})).instructions;
  EXPECT_GT(small / 9, full / 64);
}

TEST_P(CountTiles, CountsFewerInstructionsForAFewRowsWhereAPermutationIsOne) {
  double const full = work_of(transposition(256, 64), tiles({64, 64})).instructions;
  double const few = work_of(transposition(256, 3), tiles({64, 3})).instructions;
  EXPECT_EQ(few / 3 < full / 64, GetParam().isa.permute_instructions == 1);
}

TEST_P(CountTiles, CountsNoInstructionsForRunsThatBothSidesShare) {
  Problem problem = transposition(100, 100);
  problem.rank = 3;
  problem.axis[0] = {16, 1, 1};
  problem.axis[1] = {100, 16, 1600};
  problem.axis[2] = {100, 1600, 16};
  Work const work = work_of(problem, staged({16, 10, 10}));
  EXPECT_EQ(work.instructions, 0);
  EXPECT_EQ(work.buffered_bytes, 160000 * 4);
}

ISOMER_ON_EACH_MACHINE(CountTiles);

}  // namespace
}  // namespace isomer::test
