// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "in_place/cycles/cycle_split.hpp"

namespace isomer::in_place {
namespace {

TEST(CycleSplit, NumbersItsStartsAndNothingElse) {
  for (std::int64_t const size : {10, 11, 12, 64, 999, 1000, 4096, 30031})
    for (std::int64_t const max_starts : {1, 2, 7, 100, 5000}) {
      CycleSplit const split(size, max_starts);
      ASSERT_LE(split.count(), max_starts) << size;
      std::set<std::int64_t> starts;
      for (std::int64_t k = 0; k < split.count(); ++k) {
        std::int64_t const start = split.start(k);
        ASSERT_GT(start, 0) << size << " " << max_starts;
        ASSERT_LT(start, size - 1) << size << " " << max_starts;
        ASSERT_EQ(split.number_of(start), static_cast<std::uint64_t>(k));
        starts.insert(start);
      }
      for (std::int64_t x = 0; x < size; ++x)
        ASSERT_EQ(split.contains(x), starts.count(x) != 0) << x << " of " << size;
    }
}

TEST(CycleSplit, ContainsACompanionWithEveryStart) {
  for (std::int64_t const size : {100, 961, 5000, 65535, 65536}) {
    CycleSplit const split(size, size / 20);
    ASSERT_GT(split.count(), 0);
    for (std::int64_t k = 0; k < split.count(); ++k)
      EXPECT_TRUE(split.contains(size - 1 - split.start(k)));
  }
}

TEST(CycleSplit, WorksForMoreChunksThanHaveA32BitNumber) {
  std::int64_t const size = std::int64_t{100'003} * 1'000'003;
  CycleSplit const split(size, 1000);
  ASSERT_GT(split.count(), 500);
  for (std::int64_t k = 0; k < split.count(); ++k) {
    EXPECT_EQ(split.number_of(split.start(k)), static_cast<std::uint64_t>(k));
    EXPECT_TRUE(split.contains(size - 1 - split.start(k)));
    EXPECT_FALSE(split.contains(split.start(k) + 1));
  }
}

TEST(CycleSplit, IsEmptyWithoutRoomOrNeed) {
  EXPECT_EQ(CycleSplit().count(), 0);
  EXPECT_EQ(CycleSplit(1000, 0).count(), 0);
  EXPECT_EQ(CycleSplit(6, 100).count(), 0);
  EXPECT_FALSE(CycleSplit(1000, 0).contains(500));
}

}  // namespace
}  // namespace isomer::in_place
