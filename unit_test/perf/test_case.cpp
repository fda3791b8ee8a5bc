// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "case.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "buffers.hpp"

namespace {

using namespace isomer::perf;

Case case_of(std::int64_t bytes, int buffers_per_turn) {
  Case made;
  made.bytes = bytes;
  made.buffers_per_turn = buffers_per_turn;
  return made;
}

constexpr std::int64_t mebibyte = 1 << 20;
constexpr auto largest = std::numeric_limits<std::int64_t>::max();

TEST(Turns, TakeMoreMemoryThanCachesHold) {
  for (int const each : {1, 2})
    for (std::int64_t const bytes : {16L << 10, 40L << 10, mebibyte, 3 * mebibyte, 200 * mebibyte})
      EXPECT_GE(turns_for(case_of(bytes, each)) * each * bytes, 384 * mebibyte) << bytes;
}

TEST(Turns, AreTwoOrThreeOfLargeArrays) {
  EXPECT_EQ(turns_for(case_of(210 * mebibyte, 2)), 3);
  EXPECT_EQ(turns_for(case_of(211 * mebibyte, 2)), 2);
  EXPECT_EQ(turns_for(case_of(420 * mebibyte, 1)), 3);
  EXPECT_EQ(turns_for(case_of(largest / 2 + 1, 2)), 2);
}

TEST(Footprint, IsTheLargestNumberWhereItIsMore) {
  EXPECT_EQ(Buffers::footprint(4, mebibyte), 6 * mebibyte);
  EXPECT_EQ(Buffers::footprint(2, 3 * mebibyte), 10 * mebibyte);
  EXPECT_EQ(Buffers::footprint(4, largest / 4), largest);
  EXPECT_EQ(Buffers::footprint(1, largest), largest);
}

}  // namespace
