// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/records/judge.hpp"

#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "suites/records/same_records.hpp"

namespace {

using namespace isomer::perf;

TEST(Confirmation, RegretsWhatTheAdvisedTakesLonger) {
  Confirmation const confirmed{.advised = 2, .best = 0.875, .best_again = 1.125};
  EXPECT_EQ(confirmed.noise(), 0.25);
  EXPECT_EQ(confirmed.regret(), 1);
}

TEST(Confirmation, RegretsNothingWithinTheNoiseOfTheBestWithItself) {
  EXPECT_EQ((Confirmation{.advised = 1.04, .best = 0.95, .best_again = 1.05}.regret()), 0);
}

TEST(Confirmation, RegretsNothingThatTurnedOutBetter) {
  EXPECT_EQ((Confirmation{.advised = 0.5, .best = 1, .best_again = 1}.regret()), 0);
}

TEST(Confirmation, LosesWhatIsSlowerThanAoSByMoreThanNoise) {
  EXPECT_EQ((Confirmation{.advised = 1.5, .best = 1, .best_again = 1, .aos = 1}.loss()), 0.5);
  EXPECT_EQ((Confirmation{.advised = 1.05, .best = 0.95, .best_again = 1.05, .aos = 1}.loss()), 0);
  EXPECT_EQ((Confirmation{.advised = 1, .best = 1, .best_again = 1, .aos = 2}.loss()), 0);
}

TEST(Judge, RanksByHowManyAreFaster) {
  EXPECT_EQ(rank_of({3, 1, 2}, 1.0), 1);
  EXPECT_EQ(rank_of({3, 1, 2}, 3.0), 3);
  EXPECT_EQ(rank_of({2, 2, 2}, 2.0), 1);
  EXPECT_EQ(index_of_least({3, 1, 2}), 1U);
}

TEST(Judge, ChargesTheChangeOnceForAllCalls) {
  EXPECT_THAT(charged({4, 1}, {0, 15}, 1), testing::ElementsAre(4, 16));
  EXPECT_THAT(charged({4, 1}, {0, 15}, 10), testing::ElementsAre(40, 25));
}

TEST(Judge, RegretsMoreThanNoise) {
  EXPECT_EQ(regret_of({2, 3}, 3.0, 0.1), 0.5);
  EXPECT_EQ(regret_of({2, 3}, 3.0, 0.6), 0);
  EXPECT_EQ(regret_of({2, 3}, 2.0, 0.1), 0);
  EXPECT_EQ(regret_of({2, 3}, 1.0, 0.1), 0) << "visits may be faster than any of the offer";
}

struct Padded {
  char letter;
  int number;
};

std::optional<std::string> difference(std::vector<Padded> const& some,
                                      std::vector<Padded> const& others) {
  isomer::DynamicRecord const record({{"letter", 1, 1}, {"number", 4, 4}});
  return first_difference(record, some.size(), reinterpret_cast<std::byte const*>(some.data()),
                          reinterpret_cast<std::byte const*>(others.data()));
}

TEST(SameRecords, NamesTheFirstThatDiffers) {
  std::vector<Padded> const some{{'a', 1}, {'b', 2}, {'c', 3}};
  EXPECT_EQ(difference(some, some), std::nullopt);
  EXPECT_THAT(difference({{'a', 1}, {'b', 7}, {'d', 3}}, some).value_or(""),
              testing::HasSubstr("element 1 of 3 of the result, its member at byte 4"));
}

TEST(SameRecords, DoNotLookBetweenMembers) {
  std::vector<Padded> const some{{'a', 1}};
  auto others = some;
  reinterpret_cast<char*>(others.data())[2] ^= 1;
  EXPECT_EQ(difference(some, others), std::nullopt);
}

}  // namespace
