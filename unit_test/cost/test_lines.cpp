// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/lines.hpp"

#include <gtest/gtest.h>

namespace isomer::test {
namespace {

TEST(LinesTouched, AreTheRunsOwnWhenItStartsOnALine) {
  EXPECT_EQ(detail::lines_touched(256, 64), 4);
  EXPECT_EQ(detail::lines_touched(100, 64), 2);
  EXPECT_EQ(detail::lines_touched(4, 64), 1);
}

TEST(LinesTouched, AreNearlyOneMoreWhenItStartsAnywhere) {
  EXPECT_DOUBLE_EQ(detail::lines_touched(256, 4), 4 + 60.0 / 64);
  EXPECT_DOUBLE_EQ(detail::lines_touched(4, 4), 1);
  // 20 bytes from 0, 16 and 32 on lie in a line, those from 48 on in two.
  EXPECT_DOUBLE_EQ(detail::lines_touched(20, 16), 1.25);
}

TEST(LinesInPart, AreNoneForWholeLines) {
  EXPECT_EQ(detail::lines_in_part(256, 64), 0);
  EXPECT_EQ(detail::lines_in_part(100, 64), 1);
}

TEST(LinesInPart, AreTheTwoEndsOfARunThatStartsAnywhere) {
  EXPECT_DOUBLE_EQ(detail::lines_in_part(256, 4), 2 - 2 * 4.0 / 64);
  EXPECT_DOUBLE_EQ(detail::lines_in_part(4, 4), 1);
}

TEST(Alignment, IsTheLargestPowerOfTwoUpToALine) {
  EXPECT_EQ(detail::alignment_of(0), 64);
  EXPECT_EQ(detail::alignment_of(4096), 64);
  EXPECT_EQ(detail::alignment_of(48), 16);
  EXPECT_EQ(detail::alignment_of(132), 4);
}

}  // namespace
}  // namespace isomer::test
