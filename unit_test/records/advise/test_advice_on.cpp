// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/advisor/accesses.hpp>

#include "records/advise/advice_on.hpp"
#include "records/advise/facts.hpp"
#include "support/machines.hpp"

/// Advice for machines that need not be here, from kernels that were described.
namespace isomer::records {
namespace {

using detail::AdviceFacts;
using detail::AdviceProblem;

AdviceGround ground_of(detail::Machine const& machine) {
  std::string warning;
  return {test::with_threads(machine, 2),
          {detail::default_rates(machine), "default"},
          choose_tree(nullptr, machine, warning)};
}

/// Records of `members` doubles.
DynamicRecord doubles(int members) {
  std::vector<DynamicField> fields;
  for (int m = 0; m < members; ++m) fields.push_back({"m" + std::to_string(m), 8, 8});
  return DynamicRecord(fields);
}

/// Kernels for a million records in AoS, which may be anything of the offer.
AdviceProblem problem_of(DynamicRecord const& record, std::vector<Accesses> const& kernels,
                         std::vector<Arrangement> const& offer, double conversion = 0.01) {
  AdviceProblem problem{.record = record, .count = 1000000, .capacity = 1000064, .offer = offer};
  problem.threads = 2;
  problem.conversion.assign(offer.size(), std::vector<double>(offer.size(), conversion));
  for (std::size_t a = 0; a < offer.size(); ++a) problem.conversion[a][a] = 0;
  for (Accesses const& kernel : kernels) {
    problem.kernel.push_back(detail::trace_of(record, problem.count, kernel));
    problem.kernel.back().name = kernel.name();
    problem.kernel.back().calls = kernel.calls();
  }
  return problem;
}

std::vector<Arrangement> const plain{AoS{}, SoA{}, tiled(8), tiled(64), tiled(1024)};

template <class Expect>
void on_all_machines(Expect const& expect) {
  for (detail::Machine const& machine : test::machines()) {
    SCOPED_TRACE(machine.name);
    expect(ground_of(machine));
  }
}

TEST(AdviceOn, OneFieldOfSixteenWantsItsOwnArray) {
  auto const problem = problem_of(doubles(16), {accesses("age", 1000).update("m3")}, plain);
  on_all_machines([&](AdviceGround const& ground) {
    auto const advice = advice_on(ground, problem);
    EXPECT_EQ(advice.verdict(), Verdict::rearrange);
    EXPECT_TRUE(advice.best() == Arrangement(SoA{}) || advice.best() == tiled(1024))
        << advice.best().name();
  });
}

TEST(AdviceOn, WholeRecordsAnywhereWantToStayTogether) {
  auto meet = accesses("meet", 1000);
  for (int m = 0; m < 16; ++m) meet.gather("m" + std::to_string(m));
  auto const problem = problem_of(doubles(16), {meet}, plain);
  on_all_machines([&](AdviceGround const& ground) {
    EXPECT_EQ(advice_on(ground, problem).verdict(), Verdict::keep);
  });
}

TEST(AdviceOn, HotAndColdMembersWantClusters) {
  std::vector<Arrangement> offer = plain;
  offer.push_back(parse_arrangement("clusters(m0 m1 m2: aos; rest: soa)"));
  auto const problem = problem_of(
      doubles(16),
      {accesses("meet", 1000).gather("m0", "m1", "m2"), accesses("age", 1000).update("m9")}, offer);
  on_all_machines([&](AdviceGround const& ground) {
    EXPECT_EQ(advice_on(ground, problem).best(), offer.back());
  });
}

TEST(AdviceOn, AVisitIsMadeWhereItPays) {
  auto meet = accesses("meet", 100);
  for (int m = 0; m < 16; ++m) meet.gather("m" + std::to_string(m));
  auto const problem =
      problem_of(doubles(16), {meet, accesses("age", 1000).update("m3")}, plain, 1e-4);
  on_all_machines([&](AdviceGround const& ground) {
    auto const advice = advice_on(ground, problem);
    EXPECT_EQ(advice.verdict(), Verdict::visit);
    EXPECT_EQ(advice.best("meet"), Arrangement(AoS{}));
    EXPECT_NE(advice.best("age"), Arrangement(AoS{}));
  });
}

TEST(AdviceOn, ChangesThatCostNothingAreMadeAndThoseThatCostAllAreNot) {
  auto const kernels = {accesses("move", 3).read("m1").update("m0")};
  auto const free_of_cost = problem_of(doubles(8), kernels, plain, 0);
  auto const dear = problem_of(doubles(8), kernels, plain, 1e9);
  on_all_machines([&](AdviceGround const& ground) {
    auto const advice = advice_on(ground, free_of_cost);
    EXPECT_EQ(advice.verdict(), Verdict::rearrange);
    for (Arrangement const& other : plain)
      EXPECT_LE(advice.seconds("move", advice.best()), advice.seconds("move", other));
    EXPECT_EQ(advice_on(ground, dear).verdict(), Verdict::keep);
  });
}

TEST(AdviceOn, TheBreakEvenFollowsFromTheFigures) {
  auto const problem = problem_of(doubles(16), {accesses("age", 1000).update("m3")}, plain);
  on_all_machines([&](AdviceGround const& ground) {
    auto const advice = advice_on(ground, problem);
    double const gain = advice.seconds("age", AoS{}) - advice.seconds("age", advice.best());
    EXPECT_NEAR(advice.pays_off_after(), advice.conversion_seconds(advice.best()) / gain, 1e-6);
  });
}

TEST(AdviceOn, MoreCallsNeverTurnAChangeIntoNone) {
  for (std::int64_t calls = 1; calls < 2000; calls *= 2) {
    auto const once = problem_of(
        doubles(8), {accesses("a", calls).update("m0"), accesses("b", calls).gather("m1", "m2")},
        plain);
    auto const twice = problem_of(
        doubles(8),
        {accesses("a", 2 * calls).update("m0"), accesses("b", 2 * calls).gather("m1", "m2")},
        plain);
    on_all_machines([&](AdviceGround const& ground) {
      if (advice_on(ground, once).verdict() != Verdict::keep) {
        EXPECT_NE(advice_on(ground, twice).verdict(), Verdict::keep);
      }
    });
  }
}

TEST(AdviceOn, TheTreeProposesTilesOfClusters) {
  auto const problem = problem_of(
      doubles(16),
      {accesses("meet", 10).gather("m0", "m1"), accesses("age", 1000).update("m4", "m5")},
      {AoS{}, tiled(2)});
  auto const always = [](int tile_class) {
    return TileTree{"test", {{TileTree::answer, 0, 0, tile_class}}};
  };
  AdviceGround ground = ground_of(test::machines()[1]);
  ground.tree.tree = always(7);
  EXPECT_EQ(tile_of_class(7), 64);
  auto const of_64 = advice_on(ground, problem).facts().not_offered;
  ground.tree.tree = always(11);
  auto const of_1024 = advice_on(ground, problem).facts().not_offered;
  auto const names = [](auto const& priced) {
    std::string all;
    for (auto const& one : priced) all += one.arrangement.name() + '\n';
    return all;
  };
  ASSERT_FALSE(of_64.empty());
  EXPECT_NE(names(of_64), names(of_1024));
}

TEST(AdviceOn, RatesOfPagesMakeValuesApartDearer) {
  auto const problem =
      problem_of(doubles(16), {accesses("meet", 10).gather("m0", "m1", "m2")}, {AoS{}, SoA{}});
  AdviceGround ground = ground_of(test::machines()[1]);
  auto const before = advice_on(ground, problem);
  auto& row = ground.model.rates.row(detail::Kernel::record_loop, detail::Residency::memory);
  row.all_threads.pages_read *= 2;
  auto const after = advice_on(ground, problem);
  auto const more = [&](Arrangement const& of) {
    return after.seconds("meet", of) - before.seconds("meet", of);
  };
  EXPECT_GT(more(AoS{}), 0);
  EXPECT_NEAR(more(SoA{}) / more(AoS{}), 3, 0.3);
}

TEST(AdviceOn, AMemberThatNobodyUsesMovesNoOther) {
  auto const kernels = {accesses("a", 100).update("m0", "m1"),
                        accesses("b", 100).gather("m2", "m3")};
  on_all_machines([&](AdviceGround const& ground) {
    auto const few = advice_on(ground, problem_of(doubles(5), kernels, plain)).facts().partition;
    auto const more = advice_on(ground, problem_of(doubles(6), kernels, plain)).facts().partition;
    ASSERT_EQ(more.size(), 6U);
    EXPECT_TRUE(std::equal(few.begin(), few.end(), more.begin()));
    EXPECT_EQ(std::count(more.begin(), more.end(), more.back()), 1);
  });
}

/// The work of a kernel in each arrangement of the plain ones, on records of which `count` are
/// there.
std::vector<LoopWork> works(AdviceGround const& ground, AdviceProblem problem, std::int64_t count) {
  problem.count = count;
  problem.capacity = count + 64;
  Advice const advice = advice_on(ground, problem);
  std::vector<LoopWork> all;
  for (auto const& priced : advice.facts().offered) all.push_back(priced.work.front());
  return all;
}

TEST(AdviceOn, TilesWhoseLinesMeetInFewSetsOfTheCacheLeaveIt) {
  auto const problem = problem_of(doubles(6), {accesses("age", 10).update("m3")}, plain);
  on_all_machines([&](AdviceGround const& ground) {
    // A field of each thread takes 0.6 of its cache.
    auto const all = works(ground, problem, 2 * ground.machine.l2_bytes * 6 / 10 / 8);
    EXPECT_EQ(all[1].moved.work.bytes, 0) << "soa";
    EXPECT_GT(all[2].moved.work.bytes, 0) << "tiled 8: every sixth line, half of all sets";
    EXPECT_GT(all[3].moved.work.bytes, 0) << "tiled 64: 8 lines of 48, half of all sets";
  });
}

TEST(AdviceOn, BytesComeInAsManyStreamsAsThereAreArrays) {
  auto const problem =
      problem_of(doubles(6), {accesses("move", 10).read("m1", "m3").update("m0")}, plain);
  on_all_machines([&](AdviceGround const& ground) {
    auto const all = works(ground, problem, 3000000);
    auto const share = [&](std::size_t a) {
      return all[a].moved.work.stream_bytes / all[a].moved.work.bytes;
    };
    EXPECT_EQ(share(0), 1);
    EXPECT_NEAR(share(1), 1.0 / 3, 1e-9);
  });
}

}  // namespace
}  // namespace isomer::records
