// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <isomer/advisor/accesses.hpp>

#include "records/advise/advice_on.hpp"
#include "records/advise/facts.hpp"
#include "records/advise/features.hpp"
#include "records/advise/price.hpp"
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
  problem.conversion.assign(offer.size(), std::vector<double>(offer.size(), conversion));
  for (std::size_t a = 0; a < offer.size(); ++a) problem.conversion[a][a] = 0;
  for (Accesses const& kernel : kernels) {
    problem.kernel.push_back(detail::trace_of(record, problem.count, kernel));
    problem.kernel.back().name = kernel.name();
    problem.kernel.back().calls = kernel.calls();
  }
  return problem;
}

/// More than caches hold.
AdviceProblem large(AdviceProblem problem) {
  problem.count = 30000000;
  problem.capacity = problem.count + 64;
  return problem;
}

std::vector<Arrangement> const plain{AoS{}, SoA{}, tiled(8), tiled(64), tiled(1024)};

template <class Expect>
void on_all_hosts(Expect const& expect) {
  for (detail::Machine const& machine : test::machines()) {
    SCOPED_TRACE(machine.name);
    expect(ground_of(machine));
  }
}

template <class Expect>
void on_all_gpus(Expect const& expect) {
  for (char const* const name : {"h200", "h100", "a100"}) {
    SCOPED_TRACE(name);
    detail::Machine const gpu = *detail::gpu_machine(name);
    expect(AdviceGround{gpu, {detail::default_rates(gpu), "default"}, tree_for(gpu)});
  }
}

template <class Expect>
void on_all_machines(Expect const& expect) {
  on_all_hosts(expect);
  on_all_gpus(expect);
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

/// Some members are gathered, and of a tile they lie in few pages; another one is updated, of which
/// AoS brings the whole records along.
TEST(AdviceOn, GathersBesideLoopsWantTiles) {
  auto const problem =
      large(problem_of(doubles(16),
                       {accesses("meet", 1000).gather("m0", "m1", "m2", "m3", "m4", "m5"),
                        accesses("age", 10'000).update("m9")},
                       plain, 1.0));
  on_all_hosts([&](AdviceGround const& ground) {
    auto const advice = advice_on(ground, problem);
    EXPECT_EQ(advice.verdict(), Verdict::rearrange);
    EXPECT_EQ(advice.best(), tiled(64)) << advice.table();
  });
}

TEST(AdviceOn, AVisitIsMadeWhereItPays) {
  auto meet = accesses("meet", 100);
  for (int m = 0; m < 16; ++m) meet.gather("m" + std::to_string(m));
  auto const expect_visit = [&](AdviceGround const& ground, double conversion) {
    auto const kernels = {meet, accesses("age", 1000).update("m3")};
    auto const advice = advice_on(ground, problem_of(doubles(16), kernels, plain, conversion));
    EXPECT_EQ(advice.verdict(), Verdict::visit);
    EXPECT_EQ(advice.best("meet"), Arrangement(AoS{}));
    EXPECT_NE(advice.best("age"), Arrangement(AoS{}));
  };
  on_all_hosts([&](AdviceGround const& ground) { expect_visit(ground, 1e-4); });
  on_all_gpus([&](AdviceGround const& ground) { expect_visit(ground, 1e-6); });
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

TEST(AdviceOn, AModelThatErrsByMoreThanTheGainKeeps) {
  auto const problem = problem_of(doubles(16), {accesses("age", 1000).update("m3")}, plain);
  on_all_hosts([&](AdviceGround ground) {
    ground.model.rates.advice.ratio_error = 0.999;
    auto const advice = advice_on(ground, problem);
    EXPECT_EQ(advice.verdict(), Verdict::keep);
    EXPECT_NE(advice.words().find("less than the 100 % that the model can\n  tell apart."),
              std::string::npos)
        << advice.words();
    EXPECT_TRUE(advice.facts().not_offered.empty());
  });
}

TEST(AdviceOn, WhatWasMeasuredDecidesWhateverIsPredicted) {
  auto problem = problem_of(
      doubles(16), {accesses("age", 1000).update("m3"), accesses("end", 1).read("m5")}, plain);
  problem.kernel[0].measured = {1e-3, 2e-3, 5e-4, 0, 1.9e-3};
  on_all_machines([&](AdviceGround ground) {
    ground.model.rates.advice.ratio_error = 0.999;
    auto const advice = advice_on(ground, problem);
    EXPECT_EQ(advice.seconds("age", AoS{}), 1e-3);
    EXPECT_EQ(advice.seconds("age", tiled(8)), 5e-4);
    EXPECT_LT(advice.facts().offered[1].predicted[0], advice.facts().offered[0].predicted[0]);
    EXPECT_EQ(advice.seconds("age", tiled(64)), advice.facts().offered[3].predicted[0])
        << "was not measured";
    EXPECT_EQ(advice.seconds("end", tiled(8)), advice.facts().offered[2].predicted[1]);
  });
  problem.kernel[1].measured = {1e-3, 1e-3, 1e-3, 1e-3, 1e-3};
  problem.kernel[0].measured[3] = 1e-3;
  on_all_machines([&](AdviceGround ground) {
    ground.model.rates.advice.ratio_error = 0.999;
    auto const advice = advice_on(ground, problem);
    EXPECT_EQ(advice.verdict(), Verdict::rearrange);
    EXPECT_EQ(advice.best(), tiled(8)) << advice.table();
    EXPECT_TRUE(!ground.machine.is_host() || advice.facts().not_offered.empty()) << "predicted";
  });
}

TEST(AdviceOn, WhatCannotBeChangedToIsNoneOfTheFigures) {
  double const never = std::numeric_limits<double>::infinity();
  for (std::int64_t const calls : {1, 1000}) {
    auto problem =
        problem_of(doubles(16), {accesses("age", calls).update("m3")}, {AoS{}, SoA{}, tiled(1024)});
    problem.conversion = {{0, never, 1e-3}, {never, 0, never}, {1e-3, never, 0}};
    on_all_machines([&](AdviceGround const& ground) {
      auto const advice = advice_on(ground, problem);
      EXPECT_NE(advice.best(), Arrangement(SoA{}));
      EXPECT_TRUE(std::isfinite(advice.pays_off_after()));
      EXPECT_FALSE(std::isfinite(advice.conversion_seconds(SoA{})));
      for (std::string const& text : {advice.words(), advice.table(), advice.svg()}) {
        EXPECT_EQ(text.find("nan"), std::string::npos) << text;
        EXPECT_EQ(text.find("inf"), std::string::npos) << text;
      }
    });
  }
}

TEST(AdviceOn, TheBreakEvenFollowsFromTheFigures) {
  auto const problem = problem_of(doubles(16), {accesses("age", 1000).update("m3")}, plain);
  on_all_machines([&](AdviceGround const& ground) {
    auto const advice = advice_on(ground, problem);
    double const gain = advice.seconds("age", AoS{}) - advice.seconds("age", advice.best());
    EXPECT_NEAR(advice.pays_off_after(), advice.conversion_seconds(advice.best()) / gain, 1e-6);
  });
}

/// A round goes there and back, but that the last one stays there.
TEST(AdviceOn, TheBreakEvenOfVisitsFollowsFromTheFigures) {
  constexpr double meetings = 100;
  constexpr double ages = 1000;
  auto meet = accesses("meet", 100);
  for (int m = 0; m < 16; ++m) meet.gather("m" + std::to_string(m));
  auto const expect_break_even = [&](AdviceGround const& ground, double there, double back) {
    auto problem = problem_of(doubles(16), {meet, accesses("age", 1000).update("m3")}, plain, back);
    for (std::size_t a = 1; a < plain.size(); ++a) problem.conversion[0][a] = there;
    auto const advice = advice_on(ground, problem);
    ASSERT_EQ(advice.verdict(), Verdict::visit);
    ASSERT_EQ(advice.best("meet"), Arrangement(AoS{}));
    auto const gain = [&](char const* kernel) {
      return advice.seconds(kernel, AoS{}) - advice.seconds(kernel, advice.best(kernel));
    };
    double const of_a_call = (meetings * gain("meet") + ages * gain("age")) / (meetings + ages);
    double const of_a_round =
        advice.conversion_seconds(advice.best("age")) + back * (meetings - 1) / meetings;
    EXPECT_EQ(advice.conversion_seconds(advice.best("age")), there);
    EXPECT_NEAR(advice.pays_off_after() * of_a_call / of_a_round, 1, 1e-9);
  };
  on_all_hosts([&](AdviceGround const& ground) { expect_break_even(ground, 1e-4, 3e-4); });
  on_all_gpus([&](AdviceGround const& ground) { expect_break_even(ground, 1e-6, 3e-6); });
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

TEST(AdviceOn, TheChangeToWhatIsNotOfferedHasItsPrice) {
  auto problem = problem_of(
      doubles(16),
      {accesses("meet", 1000).gather("m0", "m1", "m2"), accesses("age", 1000).update("m9")},
      {AoS{}, SoA{}});
  problem.conversion_to = [](Arrangement const& to) { return to == tiled(64) ? 0.5 : 0.25; };
  Advice const advice = advice_on(ground_of(test::machines()[1]), problem);
  ASSERT_FALSE(advice.facts().not_offered.empty());
  for (auto const& priced : advice.facts().not_offered)
    EXPECT_EQ(priced.conversion_seconds, problem.conversion_to(priced.arrangement));
}

TEST(Pricer, TakesNoVectorsForWhatJumps) {
  auto const problem = problem_of(
      doubles(8), {accesses("meet", 1).gather("m0", "m1"), accesses("age", 1).update("m0", "m1")},
      {AoS{}});
  on_all_hosts([&](AdviceGround const& ground) {
    Pricer const pricer(problem, ground.model.rates, ground.machine);
    EXPECT_EQ(pricer.assumed_compute(0, SoA{}), pricer.assumed_compute(0, AoS{}));
    EXPECT_LT(pricer.assumed_compute(1, SoA{}), pricer.assumed_compute(1, AoS{}));
  });
}

TEST(AdviceOn, TheBestThatIsNotOfferedComesFirst) {
  auto const problem = problem_of(
      doubles(16),
      {accesses("meet", 1000).gather("m0", "m1", "m2"), accesses("age", 1000).update("m9")},
      {AoS{}, SoA{}});
  on_all_machines([&](AdviceGround const& ground) {
    Advice const advice = advice_on(ground, problem);
    auto const& others = advice.facts().not_offered;
    ASSERT_FALSE(others.empty());
    Pricer const pricer(problem, ground.model.rates, ground.machine);
    std::vector<Arrangement> made{parse_arrangement("clusters(m0 m1 m2: aos; rest: soa)")};
    for (std::int64_t tile = 2; tile <= 1024; tile *= 2) made.push_back(tiled(tile));
    for (Arrangement const& arrangement : made)
      EXPECT_LE(others.front().all_seconds,
                pricer.other(arrangement, Depth::whole).all_seconds * (1 + 1e-9))
          << others.front().arrangement.name() << ", not " << arrangement.name();
  });
}

TEST(ClusterFeatures, AreMeansOfTheFirstItems) {
  constexpr std::int64_t items = 4000;
  constexpr std::int64_t records = 8;
  AdviceProblem problem = problem_of(doubles(2), {}, {AoS{}});
  detail::KernelTrace& kernel = problem.kernel.emplace_back();
  for (std::int64_t k = 0; k < items; ++k) {
    detail::ItemTrace& item = kernel.item.emplace_back(detail::ItemTrace{k, records, {}});
    for (std::int64_t r = 0; r < records; ++r) item.access.push_back({100 * k + 3 * r, 0, false});
  }
  auto const features = features_of(
      problem, {distances_of(problem.record.leaves(), 2, kernel.item)}, {0, 1}, 1 << 20);
  EXPECT_EQ(features.log2_loop, 3) << "8 records of an item";
  EXPECT_EQ(features.used_share, 0.5);
}

TEST(AdviceOn, RatesOfPagesMakeValuesApartDearer) {
  auto const problem = large(
      problem_of(doubles(16), {accesses("meet", 10).gather("m0", "m1", "m2")}, {AoS{}, SoA{}}));
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

/// The change is worth the mean of what it saves with such pages and with others.
TEST(AdviceOn, RatesOfPagesDecideWhereGatheredMembersLie) {
  constexpr double calls = 1000;
  auto problem = large(
      problem_of(doubles(16), {accesses("meet", 1000).gather("m0", "m1", "m2")}, {SoA{}, AoS{}}));
  on_all_hosts([&](AdviceGround const& with_these) {
    AdviceGround with_dear_ones = with_these;
    with_dear_ones.model.rates.advice.ratio_error = 0;  // the change leaves a few per cent
    auto& row =
        with_dear_ones.model.rates.row(detail::Kernel::record_loop, detail::Residency::memory);
    row.one_thread.pages_read *= 2;
    row.all_threads.pages_read *= 2;
    auto const gain = [&](AdviceGround const& ground) {
      auto const advice = advice_on(ground, problem);
      return advice.seconds("meet", SoA{}) - advice.seconds("meet", AoS{});
    };
    double const change = calls * (gain(with_these) + gain(with_dear_ones)) / 2;
    problem.conversion = {{0, change}, {change, 0}};
    EXPECT_EQ(advice_on(with_these, problem).verdict(), Verdict::keep);
    auto const advice = advice_on(with_dear_ones, problem);
    EXPECT_EQ(advice.verdict(), Verdict::rearrange) << advice.table();
    EXPECT_EQ(advice.best(), Arrangement(AoS{}));
  });
}

TEST(AdviceOn, TrialsThatTookLongerMakeDearerAndAreLeft) {
  constexpr double item = 1e-7;  // longer than its bytes take to come
  auto problem = problem_of(doubles(16), {accesses("age", 1000).update("m3")}, plain);
  problem.kernel[0].trial.assign(plain.size(), item);
  on_all_hosts([&](AdviceGround const& ground) {
    auto const before = advice_on(ground, problem);
    auto const best = before.best();
    auto slower = problem;
    for (std::size_t a = 0; a < plain.size(); ++a)
      if (plain[a] == best) slower.kernel[0].trial[a] *= 4;
    auto const after = advice_on(ground, slower);
    EXPECT_NE(after.best(), best);
    for (Arrangement const& each : plain) {
      double const more = each == best ? 3 * item * 1e6 / ground.machine.units : 0;
      EXPECT_NEAR(after.seconds("age", each) - before.seconds("age", each), more, 1e-9)
          << each.name();
    }
  });
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
  on_all_hosts([&](AdviceGround const& ground) {
    // A field of each thread takes 0.6 of its cache.
    auto const all = works(ground, problem, 2 * ground.machine.l2_bytes * 6 / 10 / 8);
    EXPECT_EQ(all[1].moved.work.bytes, 0) << "soa";
    EXPECT_GT(all[2].moved.work.bytes, 0) << "tiled 8: every sixth line, half of all sets";
    EXPECT_GT(all[3].moved.work.bytes, 0) << "tiled 64: 8 lines of 48, half of all sets";
  });
}

TEST(AdviceOn, PagesOfFewValuesAreKept) {
  auto const problem = problem_of(doubles(16), {accesses("meet", 10).gather("m0")}, plain);
  on_all_hosts([&](AdviceGround const& ground) {
    auto const kept = ground.machine.tlb_entries * ground.machine.page_bytes / 8;
    auto const work = [&](std::int64_t count) {
      return works(ground, problem, count)[1].waited.back().work;
    };
    EXPECT_GT(work(kept).lines_read, 0);
    EXPECT_EQ(work(kept).pages_read, 0);
    EXPECT_NEAR(work(4 * kept).pages_read / work(4 * kept).lines_read, 0.75, 0.1);
  });
}

TEST(AdviceOn, BytesComeInAsManyStreamsAsThereAreArrays) {
  auto const problem =
      problem_of(doubles(6), {accesses("move", 10).read("m1", "m3").update("m0")}, plain);
  on_all_hosts([&](AdviceGround const& ground) {
    auto const all = works(ground, problem, 3000000);
    auto const share = [&](std::size_t a) {
      return all[a].moved.work.stream_bytes / all[a].moved.work.bytes;
    };
    EXPECT_EQ(share(0), 1);
    EXPECT_NEAR(share(1), 1.0 / 3, 1e-9);
  });
}

TEST(AdviceOn, WholeRecordsOfTheirOwnAreLoadedFasterThanMemberByMember) {
  auto const of_all = [](Accesses kernel) {
    for (int m = 0; m < 3; ++m) kernel.update("m" + std::to_string(m));
    return kernel;
  };
  auto const own = large(problem_of(doubles(3), {of_all(accesses("own", 10))}, plain));
  auto const others = problem_of(doubles(3), {accesses("meet", 10).gather("m0", "m1")}, plain);
  bool has_gained = false;
  on_all_machines([&](AdviceGround const& ground) {
    auto const advice = advice_on(ground, own);
    // As fast as arrays, which take the same bytes. Without vectors that is as fast as before.
    auto const& whole = advice.facts().whole_records;
    double const seconds = whole ? whole->all_seconds : advice.facts().kept_seconds;
    EXPECT_LE(seconds, advice.facts().kept_seconds);
    EXPECT_NEAR(seconds / (10 * advice.seconds("own", SoA{})), 1, 0.2);
    bool const is_shown =
        advice.table().find(ground.machine.is_host() ? "by simd_load" : "by load_records") !=
        std::string::npos;
    EXPECT_EQ(is_shown, seconds < advice.facts().kept_seconds);
    has_gained |= is_shown;
    EXPECT_FALSE(advice_on(ground, others).facts().whole_records);
  });
  EXPECT_TRUE(has_gained);
}

TEST(AdviceOn, FactsTellWhatIsGatheredFromWhatIsNear) {
  auto const problem = problem_of(
      doubles(4), {accesses("meet", 10).gather("m0", "m1").read("m1").update("m2")}, plain);
  on_all_machines([&](AdviceGround const& ground) {
    auto const advice = advice_on(ground, problem);
    auto const& use = advice.facts().kernel[0].use;
    EXPECT_TRUE(use[0].jumps);
    EXPECT_FALSE(use[1].jumps) << "its own is used, too";
    EXPECT_FALSE(use[2].jumps);
  });
}

TEST(AdviceOn, WholeRecordsAreNoWayOutOfOtherArrangements) {
  auto problem = problem_of(doubles(3), {accesses("own", 10).update("m0")}, plain);
  problem.current = 1;
  on_all_machines([&](AdviceGround const& ground) {
    EXPECT_FALSE(advice_on(ground, problem).facts().whole_records);
  });
}

TEST(AdviceOn, GpusMoveSectors) {
  auto const problem = large(problem_of(doubles(16), {accesses("age", 10).read("m3")}, plain, 1));
  on_all_gpus([&](AdviceGround const& ground) {
    auto const advice = advice_on(ground, problem);
    auto const& facts = advice.facts();
    EXPECT_EQ(facts.moved_bytes, 32);
    EXPECT_DOUBLE_EQ(facts.offered[0].used_share[0], 0.25);  // 8 of 32 bytes
    EXPECT_DOUBLE_EQ(facts.offered[1].used_share[0], 1);
    auto const bytes = [&](std::size_t a) { return 2 * facts.offered[a].work[0].moved.work.bytes; };
    EXPECT_DOUBLE_EQ(bytes(0), 32 * 30e6);
    EXPECT_DOUBLE_EQ(bytes(1), 8 * 30e6);
    double const ratio = advice.seconds("age", AoS{}) / advice.seconds("age", SoA{});
    EXPECT_GT(ratio, 2);
    EXPECT_LE(ratio, 4);
    EXPECT_THAT(advice.words(), testing::HasSubstr("of each sector of 32 bytes that it"));
    EXPECT_THAT(advice.words(), testing::HasSubstr("uses 8 bytes (25 %) in aos and all in soa"));
  });
}

TEST(AdviceOn, GpusReadWholeRecordsOfOneSectorWhereverTheyLie) {
  std::vector<DynamicField> fields;
  for (char const* const name : {"x", "y", "z", "m", "u", "v", "w", "k"})
    fields.push_back({name, 4, 4});
  DynamicRecord const record(fields);
  auto meet = accesses("meet", 1000);
  for (DynamicField const& field : fields) meet.gather(field.name);
  auto const problem = large(problem_of(record, {meet}, {AoS{}, SoA{}}));
  on_all_gpus([&](AdviceGround const& ground) {
    auto const advice = advice_on(ground, problem);
    EXPECT_EQ(advice.verdict(), Verdict::keep);
    EXPECT_GT(advice.seconds("meet", SoA{}), 2 * advice.seconds("meet", AoS{}));
  });
}

TEST(AdviceOn, GpusTakePairsAsFastTogetherAsApart) {
  DynamicRecord const record{{{"x", 8, 8}, {"y", 8, 8}}};
  auto const problem =
      large(problem_of(record, {accesses("add", 1000).update("x", "y")}, {AoS{}, SoA{}}));
  on_all_gpus([&](AdviceGround const& ground) {
    EXPECT_EQ(advice_on(ground, problem).verdict(), Verdict::keep);
  });
}

TEST(AdviceOn, GpusReadSectorsFirstThatTheyFillInPart) {
  auto const problem = problem_of(doubles(16), {accesses("set", 10).write("m3")}, {AoS{}, SoA{}});
  on_all_gpus([&](AdviceGround const& ground) {
    auto const all = works(ground, problem, 30000000);
    auto const extra = [&](std::size_t a) {
      return 128 * all[a].moved.work.lines_partial / (2 * all[a].moved.work.bytes);
    };
    EXPECT_DOUBLE_EQ(extra(0), 1);
    EXPECT_EQ(extra(1), 0);
  });
}

TEST(AdviceOn, WhatAGpusCachesHoldDoesNotComeFromItsMemory) {
  auto const problem = problem_of(doubles(16), {accesses("age", 10).update("m3")}, {AoS{}, SoA{}});
  on_all_gpus([&](AdviceGround const& ground) {
    for (LoopWork const& work : works(ground, problem, 100000)) {
      EXPECT_EQ(work.moved.work.bytes, 0);
      EXPECT_GT(work.moved.work.buffered_bytes, 0);
    }
  });
}

}  // namespace
}  // namespace isomer::records
