// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "interleave.hpp"

#include <gmock/gmock.h>

namespace {

using namespace isomer::perf;
using testing::Each;
using testing::ElementsAre;
using testing::SizeIs;

/// A machine whose clock moves only when a contender runs.
struct Machine {
  double time = 0;
  int fences = 0;
  std::string order;
  std::vector<int> slots;

  Stopwatch stopwatch() {
    return {[this] { ++fences; }, [this] { return time; }};
  }
  Contender contender(char name, Contender::Role role, double seconds) {
    return {std::string(1, name), role, [=, this](int slot) {
              time += seconds;
              order += name;
              if (role == Contender::Role::subject) slots.push_back(slot);
            }};
  }
};

constexpr auto subject = Contender::Role::subject;
constexpr auto yardstick = Contender::Role::yardstick;
constexpr auto rival = Contender::Role::rival;

Patience patience(int rounds, int slots = 1) {
  Patience chosen;
  chosen.rounds = rounds;
  chosen.slots = slots;
  chosen.budget_seconds = 1000;
  return chosen;
}

TEST(Interleave, LetsContendersTakeTurnsAfterAWarmUpThatDoesNotCount) {
  Machine machine;
  std::vector all{machine.contender('y', yardstick, 1), machine.contender('s', subject, 2)};
  interleave(all, patience(3), machine.stopwatch());
  EXPECT_EQ(machine.order, "ysysysys");
  EXPECT_THAT(all[0].seconds, ElementsAre(1, 1, 1));
  EXPECT_THAT(all[1].seconds, ElementsAre(2, 2, 2));
}

TEST(Interleave, FencesBeforeAndAfterEachReading) {
  Machine machine;
  std::vector all{machine.contender('y', yardstick, 1), machine.contender('s', subject, 2)};
  interleave(all, patience(3), machine.stopwatch());
  EXPECT_EQ(machine.fences, 2 * 8);
}

TEST(Interleave, DropsHopelessYardsticksAfterTwoRounds) {
  Machine machine;
  std::vector all{machine.contender('a', yardstick, 1), machine.contender('b', yardstick, 1.2),
                  machine.contender('c', yardstick, 2), machine.contender('s', subject, 9)};
  interleave(all, patience(6), machine.stopwatch());
  EXPECT_THAT(all[0].seconds, SizeIs(6));
  EXPECT_THAT(all[1].seconds, SizeIs(6));
  EXPECT_THAT(all[2].seconds, SizeIs(2));
  EXPECT_THAT(all[3].seconds, SizeIs(6));
  EXPECT_EQ(fastest_yardstick(all).name, "a");
}

TEST(Interleave, MeasuresRivalsThreeTimesAndVerySlowOnesOnce) {
  Machine machine;
  std::vector all{machine.contender('y', yardstick, 0.1), machine.contender('s', subject, 0.1),
                  machine.contender('r', rival, 0.5), machine.contender('q', rival, 5)};
  interleave(all, patience(5), machine.stopwatch());
  EXPECT_THAT(all[1].seconds, SizeIs(5));
  EXPECT_THAT(all[2].seconds, SizeIs(3));
  EXPECT_THAT(all[3].seconds, SizeIs(1));
}

TEST(Interleave, StopsWhenTheBudgetIsSpentButNotBeforeTheLeastNumberOfRounds) {
  Machine machine;
  std::vector all{machine.contender('y', yardstick, 1), machine.contender('s', subject, 9)};
  Patience few = patience(100);
  few.budget_seconds = 45;
  few.least_rounds = 2;
  interleave(all, few, machine.stopwatch());
  EXPECT_THAT(all[1].seconds, SizeIs(4));
  few.budget_seconds = 0;
  for (auto& contender : all) contender.seconds.clear();
  interleave(all, few, machine.stopwatch());
  EXPECT_THAT(all[1].seconds, SizeIs(2));
}

TEST(Interleave, BatchesShortCallsUntilASampleIsLongEnoughAndReportsTimePerCall) {
  Machine machine;
  std::vector all{machine.contender('s', subject, 0.001)};
  Patience batched = patience(2);
  batched.min_sample_seconds = 0.1;
  interleave(all, batched, machine.stopwatch());
  EXPECT_GE(all[0].batch, 100);
  EXPECT_LE(all[0].batch, 200);
  for (double const seconds : all[0].seconds) EXPECT_NEAR(seconds, 0.001, 1e-9);
}

TEST(Interleave, GivesUpBatchingWhatTakesNoTimeAtAll) {
  Machine machine;
  std::vector all{Contender{"nothing", subject, [](int) {}}};
  Patience batched = patience(1);
  batched.min_sample_seconds = 1;
  interleave(all, batched, machine.stopwatch());
  EXPECT_THAT(all[0].seconds, SizeIs(1));
}

TEST(Interleave, RotatesTheSubjectThroughAllSlots) {
  for (int const slots : {3, 4, 5}) {
    Machine machine;
    std::vector<Contender> all;
    for (int k = 0; k + 1 < slots; ++k) all.push_back(machine.contender('y', yardstick, 1));
    all.push_back(machine.contender('s', subject, 1));
    interleave(all, patience(2 * slots, slots), machine.stopwatch());
    for (int slot = 0; slot < slots; ++slot)
      EXPECT_THAT(machine.slots, testing::Contains(slot)) << slots << " slots";
    EXPECT_THAT(machine.slots, Each(testing::Lt(slots)));
  }
}

}  // namespace
