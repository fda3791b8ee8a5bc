// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "cost/features.hpp"
#include "support/machines.hpp"

/// Features of words that move one by one, on sides of different steps.
namespace isomer::test {
namespace {

using detail::Feature;
using detail::Problem;

/// `inner` is the output's fastest axis; 4-byte words.
double value(detail::Machine const& machine, detail::Axis const& inner, Feature feature) {
  Problem problem;
  problem.element_bytes = 4;
  problem.rank = 2;
  problem.axis[0] = inner;
  problem.axis[1] = {1000, inner.extent * inner.src_stride, inner.extent * inner.dst_stride};
  detail::Candidate candidate;
  candidate.schema = detail::Schema::strided;
  return value_of(features_of(problem, candidate, setting_on(machine, 1)), feature);
}

class SingleWords : public OnEachMachine {};

TEST_P(SingleWords, CountLinesOfEachSideByItsOwnStep) {
  // 1000 turns of 10 words: a turn's lines stay in the cache, so each serves two words or more.
  EXPECT_EQ(value(GetParam(), {10, 1, 1}, Feature::input_lines), 10000 * 4 / 64.0);
  EXPECT_EQ(value(GetParam(), {10, 1, 1}, Feature::part_lines), 10000 * 4 / 64.0);
  EXPECT_EQ(value(GetParam(), {10, 7, 1}, Feature::input_lines), 10000 * 8 / 64.0);
  EXPECT_EQ(value(GetParam(), {10, 7, 1}, Feature::part_lines), 10000 * 4 / 64.0);
  EXPECT_EQ(value(GetParam(), {10, 1, 7}, Feature::input_lines), 10000 * 4 / 64.0);
  EXPECT_EQ(value(GetParam(), {10, 1, 7}, Feature::part_lines), 10000 * 8 / 64.0);
}

TEST_P(SingleWords, CountWholeLinesWhereATurnLeavesTheCache) {
  std::int64_t const turn = GetParam().l2_bytes / 64;  // twice what half the cache holds
  auto const words = static_cast<double>(1000 * turn);
  EXPECT_EQ(value(GetParam(), {turn, 7, 1}, Feature::input_lines), words * 28 / 64);
  EXPECT_EQ(value(GetParam(), {turn, 7, 1}, Feature::part_lines), words * 4 / 64);
  EXPECT_EQ(value(GetParam(), {turn, 100, 3}, Feature::input_lines), words);
  EXPECT_EQ(value(GetParam(), {turn, 100, 3}, Feature::part_lines), words * 12 / 64);
}

TEST_P(SingleWords, CountPagesOfTheInput) {
  EXPECT_EQ(value(GetParam(), {10, 7, 1}, Feature::input_pages), 10000 * 28 / 4096.0);
  EXPECT_EQ(value(GetParam(), {10, 1, 7}, Feature::input_pages), 10000 * 4 / 4096.0);
  EXPECT_EQ(value(GetParam(), {10, 5000, 1}, Feature::input_pages), 10000);
}

ISOMER_ON_EACH_MACHINE(SingleWords);

}  // namespace
}  // namespace isomer::test
