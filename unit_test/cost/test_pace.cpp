// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/pace.hpp"

#include <gtest/gtest.h>

namespace isomer::test {
namespace {

using detail::Pace;

/// Plans, of which only the addresses count.
constexpr char plans[8] = {};

TEST(Pace, TakesTheModelsWordAtFirst) { EXPECT_EQ(Pace{}.times(), 1); }

TEST(Pace, IsTheMedianOfTheLastPlansAndTheModel) {
  Pace pace;
  pace.add(plans, 2);
  EXPECT_DOUBLE_EQ(pace.times(), 1.5);
  pace.add(plans + 1, 1.6);
  EXPECT_DOUBLE_EQ(pace.times(), 1.6);
  pace.add(plans + 2, 1.8);
  EXPECT_DOUBLE_EQ(pace.times(), 1.7);
}

TEST(Pace, IsNotTakenInByOneRun) {
  Pace pace;
  for (int k = 0; k < 3; ++k) pace.add(plans + k, 1.1);
  pace.add(plans + 3, 50);
  EXPECT_DOUBLE_EQ(pace.times(), 1.1);
}

TEST(Pace, CountsAPlanOnceByItsLastRun) {
  Pace pace;
  pace.add(plans, 1.2);
  pace.add(plans + 1, 1.4);
  for (int k = 0; k < 20; ++k) pace.add(plans, 3);
  EXPECT_DOUBLE_EQ(pace.times(), 1.4);
  pace.add(plans, 1.3);
  EXPECT_DOUBLE_EQ(pace.times(), 1.3);
}

TEST(Pace, ForgetsThePlanThatRanLongestAgo) {
  Pace pace;
  for (int k = 0; k < 3; ++k) pace.add(plans + k, 4);
  pace.add(plans, 4);  // plans[1] is the oldest now
  pace.add(plans + 3, 1);
  pace.add(plans + 4, 1);  // and plans[2] after it
  EXPECT_DOUBLE_EQ(pace.times(), 1);
  pace.add(plans, 1);
  EXPECT_DOUBLE_EQ(pace.times(), 1);
}

}  // namespace
}  // namespace isomer::test
