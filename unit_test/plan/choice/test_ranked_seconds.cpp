// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "plan/choice/candidates.hpp"

/// What candidates are put in order by, by value.
namespace isomer::test {
namespace {

double ranked(double seconds, bool is_default) {
  detail::Candidate candidate;
  candidate.seconds = seconds;
  candidate.is_default = is_default;
  return ranked_seconds(candidate);
}

TEST(RankedSeconds, AreTheSecondsOfAnUnusualShape) {
  EXPECT_EQ(ranked(3, false), 3);
  EXPECT_EQ(ranked(1.15, false), 1.15);
}

TEST(RankedSeconds, OfTheUsualShapeAreLessByWhatTheModelErrs) {
  EXPECT_DOUBLE_EQ(ranked(1.15, true), 1);
  EXPECT_DOUBLE_EQ(ranked(3.45, true), 3);
}

TEST(RankedSeconds, LetTheUsualShapeGiveWayOnlyToOneThatIsFasterByMore) {
  EXPECT_LT(ranked(1.14, true), ranked(1, false));
  EXPECT_GT(ranked(1.16, true), ranked(1, false));
}

}  // namespace
}  // namespace isomer::test
