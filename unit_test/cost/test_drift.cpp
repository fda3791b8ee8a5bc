// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/drift.hpp"

#include <gtest/gtest.h>

namespace isomer::test {
namespace {

using detail::Drift;

/// Plans, of which only the addresses count.
constexpr char plans[8] = {};

TEST(Drift, TakesTheModelsWordAtFirst) { EXPECT_EQ(Drift{}.times(), 1); }

TEST(Drift, IsTheMedianOfTheLastPlansAndTheModel) {
  Drift drift;
  drift.add(plans, 2);
  EXPECT_DOUBLE_EQ(drift.times(), 1.5);
  drift.add(plans + 1, 1.6);
  EXPECT_DOUBLE_EQ(drift.times(), 1.6);
  drift.add(plans + 2, 1.8);
  EXPECT_DOUBLE_EQ(drift.times(), 1.7);
}

TEST(Drift, IsNotTakenInByOneRun) {
  Drift drift;
  for (int k = 0; k < 3; ++k) drift.add(plans + k, 1.1);
  drift.add(plans + 3, 50);
  EXPECT_DOUBLE_EQ(drift.times(), 1.1);
}

TEST(Drift, CountsAPlanOnceByItsLastRun) {
  Drift drift;
  drift.add(plans, 1.2);
  drift.add(plans + 1, 1.4);
  for (int k = 0; k < 20; ++k) drift.add(plans, 3);
  EXPECT_DOUBLE_EQ(drift.times(), 1.4);
  drift.add(plans, 1.3);
  EXPECT_DOUBLE_EQ(drift.times(), 1.3);
}

TEST(Drift, ForgetsThePlanThatRanLongestAgo) {
  Drift drift;
  for (int k = 0; k < 3; ++k) drift.add(plans + k, 4);
  drift.add(plans, 4);  // plans[1] is the oldest now
  drift.add(plans + 3, 1);
  drift.add(plans + 4, 1);  // and plans[2] after it
  EXPECT_DOUBLE_EQ(drift.times(), 1);
  drift.add(plans, 1);
  EXPECT_DOUBLE_EQ(drift.times(), 1);
}

}  // namespace
}  // namespace isomer::test
