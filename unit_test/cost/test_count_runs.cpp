// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/count_runs.hpp"

#include <gtest/gtest.h>

#include "cost/lines.hpp"
#include "support/machines.hpp"

/// What runs and words count that move one by one.
namespace isomer::test {
namespace {

using detail::Problem;
using detail::Work;

TEST(CountRuns, CountsThemAndTheLinesAtTheirEnds) {
  Problem problem;
  problem.element_bytes = 16;
  problem.rank = 2;
  problem.axis[0] = {75, 1, 1};
  problem.axis[1] = {1000, 75, 150};
  Work const work = count_runs(problem);
  EXPECT_EQ(work.bytes, 1000 * 1200);
  EXPECT_EQ(work.runs_read, 1000);
  EXPECT_DOUBLE_EQ(work.lines_read, 1000 * (1 + (1200 - 16) / 64.0));
  EXPECT_DOUBLE_EQ(work.lines_partial, 1000 * detail::lines_in_part(1200, 32));
}

/// `inner` is the output's fastest axis; 4-byte words.
Work words(detail::Machine const& machine, detail::Axis const& inner) {
  Problem problem;
  problem.element_bytes = 4;
  problem.rank = 2;
  problem.axis[0] = inner;
  problem.axis[1] = {1000, inner.extent * inner.src_stride, inner.extent * inner.dst_stride};
  return count_words(problem, machine);
}

class SingleWords : public OnEachMachine {};

TEST_P(SingleWords, CountLinesOfEachSideByItsOwnStep) {
  // 1000 turns of 10 words: a turn's lines stay in the cache, so each serves two words or more.
  EXPECT_EQ(words(GetParam(), {10, 1, 1}).lines_read, 10000 * 4 / 64.0);
  EXPECT_EQ(words(GetParam(), {10, 1, 1}).lines_partial, 10000 * 4 / 64.0);
  EXPECT_EQ(words(GetParam(), {10, 7, 1}).lines_read, 10000 * 8 / 64.0);
  EXPECT_EQ(words(GetParam(), {10, 7, 1}).lines_partial, 10000 * 4 / 64.0);
  EXPECT_EQ(words(GetParam(), {10, 1, 7}).lines_read, 10000 * 4 / 64.0);
  EXPECT_EQ(words(GetParam(), {10, 1, 7}).lines_partial, 10000 * 8 / 64.0);
}

TEST_P(SingleWords, CountWholeLinesWhereATurnLeavesTheCache) {
  std::int64_t const turn = GetParam().l2_bytes / 64;  // twice what half the cache holds
  auto const count = static_cast<double>(1000 * turn);
  EXPECT_EQ(words(GetParam(), {turn, 7, 1}).lines_read, count * 28 / 64);
  EXPECT_EQ(words(GetParam(), {turn, 7, 1}).lines_partial, count * 4 / 64);
  EXPECT_EQ(words(GetParam(), {turn, 100, 3}).lines_read, count);
  EXPECT_EQ(words(GetParam(), {turn, 100, 3}).lines_partial, count * 12 / 64);
}

TEST_P(SingleWords, CountPagesOfTheInput) {
  EXPECT_EQ(words(GetParam(), {10, 7, 1}).pages_read, 10000 * 28 / 4096.0);
  EXPECT_EQ(words(GetParam(), {10, 1, 7}).pages_read, 10000 * 4 / 4096.0);
  EXPECT_EQ(words(GetParam(), {10, 5000, 1}).pages_read, 10000);
}

TEST_P(SingleWords, CountTurnsAlongTheOutputAndTheirIndexArithmetic) {
  Problem problem;
  problem.element_bytes = 4;
  problem.rank = 3;
  problem.axis[0] = {100, 2, 500};
  problem.axis[1] = {10, 200, 1};
  problem.axis[2] = {50, 2000, 10};
  Work const work = count_words(problem, GetParam());
  EXPECT_EQ(work.bytes, 200000);
  EXPECT_EQ(work.instructions, 50000);
  EXPECT_EQ(work.runs_read, 5000);
  EXPECT_EQ(work.runs_written, 5000 * 2);
  EXPECT_EQ(work.pages_read, 50000 * 800 / 4096.0);
}

ISOMER_ON_EACH_MACHINE(SingleWords);

}  // namespace
}  // namespace isomer::test
