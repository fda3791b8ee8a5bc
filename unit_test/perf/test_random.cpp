// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "random.hpp"

#include <gmock/gmock.h>

namespace {

using isomer::perf::Random;

TEST(Random, GivesTheSameForTheSameSeedAndStream) {
  Random a(5, 2);
  Random b(5, 2);
  for (int k = 0; k < 50; ++k) EXPECT_EQ(a.between(0, 1 << 30), b.between(0, 1 << 30));
}

TEST(Random, GivesSomethingElseForAnotherSeedOrStream) {
  Random a(5, 2);
  Random b(6, 2);
  Random c(5, 3);
  auto const first = a.between(0, 1 << 30);
  EXPECT_NE(first, b.between(0, 1 << 30));
  EXPECT_NE(first, c.between(0, 1 << 30));
}

TEST(Random, ReachesBothEndsAndNothingBeyond) {
  Random random(1, 1);
  bool low = false;
  bool high = false;
  for (int k = 0; k < 1000; ++k) {
    auto const value = random.between(3, 6);
    ASSERT_GE(value, 3);
    ASSERT_LE(value, 6);
    low |= value == 3;
    high |= value == 6;
    auto const real = random.between_on_log_scale(10, 1000);
    ASSERT_GE(real, 10 * (1 - 1e-12));
    ASSERT_LE(real, 1000 * (1 + 1e-12));
  }
  EXPECT_TRUE(low && high);
}

TEST(Random, PermutationsHoldEveryAxisOnce) {
  Random random(1, 1);
  for (int rank = 1; rank <= 7; ++rank) {
    std::vector<int> expected;
    for (int k = 0; k < rank; ++k) expected.push_back(k);
    EXPECT_THAT(random.permutation(rank), testing::UnorderedElementsAreArray(expected));
  }
}

}  // namespace
