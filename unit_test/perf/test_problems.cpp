// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "problem/normalize.hpp"
#include "tiling/taxonomy.hpp"

namespace {

using isomer::detail::Problem;
using isomer::detail::Schema;
using isomer::perf::draw_problem;
using isomer::perf::Random;

TEST(DrawnProblems, HaveRanksTwoToNineAndSizesWithinTheRange) {
  Random random(1, 0);
  std::set<int> ranks;
  for (int k = 0; k < 300; ++k) {
    Problem const problem = draw_problem(random, {1 << 20, 1 << 24});
    ranks.insert(problem.rank);
    EXPECT_LE(volume_bytes(problem), 1 << 24);
    EXPECT_GE(volume_bytes(problem), 1 << 16);
  }
  EXPECT_EQ(ranks, (std::set<int>{2, 3, 4, 5, 6, 7, 8, 9}));
}

/// A run of the output or the input is of several axes then, which tiles cut badly.
TEST(DrawnProblems, HaveOnlyShortAxesAtTimes) {
  Random random(3, 0);
  int found = 0;
  for (int k = 0; k < 300; ++k) {
    Problem const problem = draw_problem(random, {1 << 20, 1 << 24});
    auto const end = problem.axis.begin() + problem.rank;
    auto const is_short = [](auto const& axis) { return axis.extent < 16; };
    if (problem.rank >= 5 && std::count_if(problem.axis.begin(), end, is_short) >= problem.rank - 1)
      ++found;
  }
  EXPECT_GE(found, 20);
}

TEST(DrawnProblems, AreDensePermutationsOfAtMostEverySecondElement) {
  Random random(2, 0);
  for (int k = 0; k < 100; ++k) {
    Problem const problem = draw_problem(random, {1 << 12, 1 << 16});
    std::int64_t last = 0;
    for (int a = 0; a < problem.rank; ++a) {
      auto const& axis = problem.axis[static_cast<std::size_t>(a)];
      EXPECT_GE(axis.extent, 1);
      last += (axis.extent - 1) * axis.dst_stride;
    }
    EXPECT_EQ(last + 1, volume_bytes(problem) / problem.element_bytes);
    EXPECT_LE(problem.axis[0].src_stride, 2);
  }
}

TEST(DrawnProblems, CallForEverySchemaAndWordSizeAndAreMisalignedAsOftenAsNot) {
  Random random(3, 0);
  std::set<Schema> schemas;
  std::set<int> words;
  int misaligned = 0;
  for (int k = 0; k < 400; ++k) {
    Problem const problem = draw_problem(random, {1 << 20, 1 << 22});
    auto const normal = isomer::detail::normalize(problem);
    schemas.insert(taxonomy(normal, 64));
    words.insert(problem.element_bytes);
    auto const line = 64 / problem.element_bytes;
    if (problem.axis[0].extent % line != 0) ++misaligned;
  }
  EXPECT_EQ(schemas.size(), 6u);
  EXPECT_EQ(words, (std::set<int>{1, 2, 4, 8, 16}));
  EXPECT_GT(misaligned, 150);
  EXPECT_LT(misaligned, 370);
}

TEST(DrawnProblems, AreTheSameForASeed) {
  Random a(7, 0);
  Random b(7, 0);
  for (int k = 0; k < 20; ++k)
    EXPECT_TRUE(draw_problem(a, {1 << 12, 1 << 20}) == draw_problem(b, {1 << 12, 1 << 20}));
}

}  // namespace
