// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/evaluate.hpp"

#include <gmock/gmock.h>

#include <set>

#include "made_up_observations.hpp"

namespace {

using namespace isomer::perf;
using testing::HasSubstr;

double as_it_was(Observation const& seen) { return seen.seconds; }

TEST(Split, KeepsAFifthOfTheProblemsApartWithAllTheirCandidates) {
  auto const parts = split(made_up(100), 1);
  EXPECT_EQ(parts.test.size(), 2 * 20u);
  EXPECT_EQ(parts.train.size(), 2 * 80u);
  std::set<int> trained;
  for (auto const& seen : parts.train) trained.insert(seen.problem);
  for (auto const& seen : parts.test) EXPECT_EQ(trained.count(seen.problem), 0u);
}

TEST(Split, IsTheSameForASeed) {
  auto const all = made_up(50);
  EXPECT_EQ(split(all, 4).test.front().problem, split(all, 4).test.front().problem);
}

TEST(Errors, AreThoseOfPredictionsAgainstTimes) {
  auto const seen = made_up(100);
  EXPECT_EQ(errors_of(seen, as_it_was).ninety, 0);
  auto const off = errors_of(seen, [](Observation const& one) { return 0.5 * one.seconds; });
  EXPECT_EQ(off.count, seen.size());
  EXPECT_NEAR(off.median, 0.5, 1e-9);
}

TEST(Choices, AreGoodWhereTheSmallestPredictionIsCloseToTheBestTime) {
  auto seen = made_up(100);
  EXPECT_EQ(choices_of(seen, as_it_was).all, 100u);
  EXPECT_EQ(choices_of(seen, as_it_was).good, 100u);
  // In the first problem the other candidate turns out to take a tenth.
  auto const before = seen;
  auto const better = seen[0].seconds < seen[1].seconds ? 1u : 0u;
  seen[better].seconds = seen[1 - better].seconds / 10;
  auto const as_before = [&](Observation const& one) {
    return one.problem == 0 ? before[&one == &seen[1] ? 1 : 0].seconds : one.seconds;
  };
  EXPECT_EQ(choices_of(seen, as_before).good, 99u);
}

TEST(EvaluationText, HasErrorsAndChoicesOfBothParts) {
  EXPECT_THAT(evaluation_text(split(made_up(100), 1), as_it_was),
              HasSubstr("chosen plan within 5 % of the best: train 100.0 % of 80, test 100.0 % of "
                        "20 problems"));
}

}  // namespace
