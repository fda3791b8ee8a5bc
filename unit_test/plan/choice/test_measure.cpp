// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <vector>

#include <isomer/detail/engine.hpp>

#include "plan/choice/measure.hpp"
#include "problem/normalize.hpp"

/// How plans are tried out.
namespace isomer::detail {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;

void wait(std::chrono::microseconds time) {
  auto const end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

TEST(FastestOf, IsTheOneThatTakesTheLeastTime) {
  std::vector<int> const milliseconds{9, 4, 1, 6};
  EXPECT_EQ(fastest_of(Exec(), milliseconds.size(),
                       [&](std::size_t k) { wait(std::chrono::milliseconds(milliseconds[k])); }),
            2U);
}

TEST(FastestOf, LetsAllTakeTurnsSeveralTimes) {
  std::vector<std::size_t> turns;
  fastest_of(Exec(), 3, [&](std::size_t k) { turns.push_back(k); });
  ASSERT_EQ(turns.size(), 3U * measured_repeats);
  for (std::size_t k = 0; k < turns.size(); ++k) EXPECT_EQ(turns[k], k % 3);
}

TEST(FastestOf, CountsTheBestRunOfEach) {
  int runs = 0;
  // The first run of the second one is disturbed.
  EXPECT_EQ(fastest_of(Exec(), 2,
                       [&](std::size_t k) {
                         ++runs;
                         wait(std::chrono::milliseconds(k == 0 ? 5 : runs < 3 ? 20 : 1));
                       }),
            1U);
}

TEST(Scratch, IsWrittenMemoryOfTheSizeAskedFor) {
  auto const found = scratch(Exec(), "t", 100'000);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->size(), 100'000U);
  EXPECT_EQ(found->label(), "t");
}

TEST(Scratch, IsRefusedWhereItWouldTakeMoreThanHalfOfWhatIsLeft) {
  auto const left = static_cast<std::size_t>(memory_left());
  if (left > std::size_t{1} << 60) GTEST_SKIP() << "the system does not say how much that is";
  EXPECT_FALSE(scratch(Exec(), "t", left / 4 * 3));
  EXPECT_FALSE(scratch(Exec(), "t", std::numeric_limits<std::size_t>::max() / 2));
}

/// A run of words on either side.
NormalProblem copy_of(std::int64_t words) {
  Problem copy;
  copy.element_bytes = 8;
  copy.rank = 1;
  copy.axis[0] = {words, 1, 1};
  return normalize(copy);
}

TEST(Fastest, IsTheFirstWithoutRoomForBothSides) {
  std::int64_t const left = memory_left();
  if (left > std::int64_t{1} << 60) GTEST_SKIP() << "the system does not say how much that is";
  int prepared = 0;
  auto const prepare = [&](Candidate const&) {
    ++prepared;
    return PlanPtr<Exec>();
  };
  fastest(Exec(), copy_of(left / 8 * 2 / 5), {Candidate{}, Candidate{}}, prepare);
  EXPECT_EQ(prepared, 1) << "two fifths for either side are more than half";
}

}  // namespace
}  // namespace isomer::detail
