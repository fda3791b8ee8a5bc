// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <isomer/error.hpp>

#include "schedule_medium.hpp"

namespace isomer::files::test {
namespace {

class EachKind : public ::testing::TestWithParam<Kind> {};

TEST_P(EachKind, PermutesAsTheIndexLoopDoes) {
  std::mt19937_64 random(static_cast<std::uint64_t>(GetParam()));
  bool const slow = GetParam() == Kind::ring_squares || GetParam() >= Kind::chunks;
  int const shapes = slow ? 3000 : 15000;
  for (int n = 0; n < times(shapes); ++n) {
    Numbers const numbers = random_numbers(GetParam(), random);
    auto const schedule = schedule_of(numbers.written());
    ASSERT_EQ(wrong_with(*schedule, random, n % 8 == 0), "") << described(numbers);
  }
}

TEST_P(EachKind, IsMadeOfItsNumbersAgain) {
  std::mt19937_64 random(7 + static_cast<std::uint64_t>(GetParam()));
  for (int n = 0; n < times(100); ++n) {
    Numbers const numbers = random_numbers(GetParam(), random);
    auto const written = numbers.written();
    EXPECT_EQ(schedule_of(written)->numbers(), written) << described(numbers);
  }
}

TEST_P(EachKind, RefusesNumbersThatMakeNone) {
  static constexpr std::array<std::uint64_t, 8> odd{
      0, 1, 2, 17, 4096, std::uint64_t{1} << 32, std::uint64_t{1} << 60, ~std::uint64_t{0}};
  std::mt19937_64 random(11 + static_cast<std::uint64_t>(GetParam()));
  int refused = 0;
  for (int n = 0; n < times(3000); ++n) {
    auto numbers = random_numbers(GetParam(), random).written();
    auto const at = random() % numbers.size();
    switch (random() % 4) {
      case 0: numbers.resize(at); break;
      case 1: numbers.push_back(odd[random() % odd.size()]); break;
      default: numbers[at] = odd[random() % odd.size()];
    }
    // Whatever is not refused has to be a schedule all the same.
    try {
      auto const read = Numbers::read(numbers);
      if (read.file_bytes > (std::uint64_t{1} << 22)) continue;
      auto const schedule = schedule_of(numbers);
      ASSERT_EQ(wrong_with(*schedule, random, false), "") << described(read);
    } catch (Error const&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, times(3000) / 2);
}

TEST_P(EachKind, RefusesAnotherVersion) {
  std::mt19937_64 random(13);
  auto numbers = random_numbers(GetParam(), random).written();
  ++numbers[0];
  EXPECT_THROW(schedule_of(numbers), Error);
}

class TwoSteps : public EachKind {};

TEST_P(TwoSteps, PermuteOneBehindTheOther) {
  std::mt19937_64 random(17 + static_cast<std::uint64_t>(GetParam()));
  for (int n = 0; n < times(500); ++n) {
    Numbers const numbers = random_steps(GetParam(), random);
    auto const schedule = schedule_of(numbers.written());
    ASSERT_EQ(wrong_with(*schedule, random, n % 4 == 0), "") << described(numbers);
  }
}

INSTANTIATE_TEST_SUITE_P(Schedules, TwoSteps,
                         ::testing::Values(Kind::slots, Kind::wide, Kind::blocks));

INSTANTIATE_TEST_SUITE_P(Schedules, EachKind,
                         ::testing::Values(Kind::transfer, Kind::ring_items, Kind::ring_squares,
                                           Kind::slots, Kind::wide, Kind::blocks, Kind::chunks,
                                           Kind::local));

}  // namespace
}  // namespace isomer::files::test
