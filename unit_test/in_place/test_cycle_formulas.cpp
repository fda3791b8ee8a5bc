// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include "in_place/cycle_formulas.hpp"
#include "in_place/cycles/cycle_split.hpp"

/// The permutation that `cycles` follows, against what seed 003 proves of it.
namespace isomer::in_place {
namespace {

/// The number of the cycle that each position is in, and the length of each cycle.
struct Cycles {
  Cycles(std::int64_t rows, std::int64_t cols) {
    TransposeMap const map(rows, cols);
    cycle_of.assign(static_cast<std::size_t>(map.size), -1);
    for (std::int64_t first = 0; first < map.size; ++first) {
      if (at(first) >= 0) continue;
      length.push_back(0);
      std::int64_t x = first;
      do {
        cycle_of[static_cast<std::size_t>(x)] = static_cast<std::int64_t>(length.size()) - 1;
        ++length.back();
        x = map.source(x);
      } while (x != first);
    }
  }
  std::int64_t at(std::int64_t position) const {
    return cycle_of[static_cast<std::size_t>(position)];
  }
  std::int64_t length_at(std::int64_t position) const {
    return length[static_cast<std::size_t>(at(position))];
  }

  std::vector<std::int64_t> cycle_of;
  std::vector<std::int64_t> length;
};

template <class Visit>
void for_each_shape(Visit const& visit) {
  for (std::int64_t rows = 2; rows <= 40; ++rows)
    for (std::int64_t cols = 2; cols <= 40; ++cols) {
      SCOPED_TRACE(testing::Message() << rows << " x " << cols);
      visit(rows, cols, Cycles(rows, cols));
      if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(CycleFormulas, PositionTakesWhatTheTransposedIndexHeld) {
  TransposeMap const map(3, 8);
  for (std::int64_t i = 0; i < 3; ++i)
    for (std::int64_t j = 0; j < 8; ++j) EXPECT_EQ(map.source(j * 3 + i), i * 8 + j);
}

TEST(CycleFormulas, FixedPointsAreOnePlusTheGcd) {
  for_each_shape([](std::int64_t rows, std::int64_t cols, Cycles const& cycles) {
    auto const fixed = std::count(cycles.length.begin(), cycles.length.end(), 1);
    ASSERT_EQ(fixed, fixed_points(rows, cols));
    ASSERT_EQ(fixed, 1 + std::gcd(rows - 1, cols - 1));
  });
}

TEST(CycleFormulas, ASingleRowOrColumnStaysAsItIs) {
  EXPECT_EQ(fixed_points(1, 17), 17);
  EXPECT_EQ(fixed_points(9, 1), 9);
}

TEST(CycleFormulas, CyclesOfEveryLengthAreAsManyAsCateAndTwiggSay) {
  for_each_shape([](std::int64_t rows, std::int64_t cols, Cycles const& cycles) {
    std::map<std::int64_t, std::int64_t> count;
    for (auto const length : cycles.length) ++count[length];
    for (std::int64_t length = 2; length <= longest_cycle(rows, cols); ++length)
      ASSERT_EQ(count[length], cycles_of_length(rows, cols, length)) << "length " << length;
  });
}

TEST(CycleFormulas, PositionOneIsInALongestCycleWhoseLengthAllOthersDivide) {
  for_each_shape([](std::int64_t rows, std::int64_t cols, Cycles const& cycles) {
    ASSERT_EQ(cycles.length_at(1), longest_cycle(rows, cols));
    for (auto const length : cycles.length) ASSERT_EQ(longest_cycle(rows, cols) % length, 0);
  });
}

TEST(CycleFormulas, ACompanionCycleMirrorsEachCycle) {
  for_each_shape([](std::int64_t rows, std::int64_t cols, Cycles const& cycles) {
    TransposeMap const map(rows, cols);
    std::int64_t const last = rows * cols - 1;
    for (std::int64_t x = 0; x <= last; ++x) {
      ASSERT_EQ(map.source(last - x), last - map.source(x));
      ASSERT_EQ(cycles.length_at(last - x), cycles.length_at(x));
    }
  });
}

TEST(CycleFormulas, AllPositionsOfACycleShareTheirGcdWithTheLast) {
  for_each_shape([](std::int64_t rows, std::int64_t cols, Cycles const& cycles) {
    std::map<std::int64_t, std::int64_t> gcd_of;
    std::int64_t const last = rows * cols - 1;
    for (std::int64_t x = 1; x < last; ++x) {
      auto const [known, is_new] = gcd_of.try_emplace(cycles.at(x), std::gcd(x, last));
      ASSERT_EQ(known->second, std::gcd(x, last));
    }
  });
}

TEST(CycleFormulas, PowersAreTakenModuloLargeNumbers) {
  EXPECT_EQ(power_mod(2, 62, 1'000'000'007), 145586002);
  EXPECT_EQ(power_mod(3'000'000'000, 3, 4'611'686'018'427'387'847),
            static_cast<std::int64_t>((__extension__ static_cast<unsigned __int128>(27) *
                                       1'000'000'000 * 1'000'000'000 * 1'000'000'000) %
                                      4'611'686'018'427'387'847U));
  EXPECT_EQ(power_mod(5, 0, 7), 1);
  EXPECT_EQ(power_mod(5, 3, 1), 0);
}

}  // namespace
}  // namespace isomer::in_place
