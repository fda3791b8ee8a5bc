// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include <isomer/advisor.hpp>

#include "api/records/filled.hpp"
#include "records/advise/facts.hpp"
#include "support/message_of.hpp"

/// Advice, from bodies to verdicts.
namespace isomer::test {

struct Sixteen {
  double of[16];
};

}  // namespace isomer::test

ISOMER_RECORD(isomer::test::Sixteen, of);

namespace isomer::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Host = Kokkos::DefaultHostExecutionSpace;
using SixteenOffer = Offer<AoS, SoA, Tiled<64>>;

// Verdicts are asserted without trials, which find other times when other programs run beside them.

/// 64 MB: more than caches hold.
constexpr std::size_t many = 1 << 19;

struct Age {
  KOKKOS_FUNCTION void operator()(auto const& s, int i) const { s(i).of[3] += 1; }
};
struct Look {
  KOKKOS_FUNCTION void operator()(auto const& s, int i) const {
    if (s(i).of[3] > 1e300) s(i).of[0] = 0;
  }
};
struct Meet {
  int last;
  KOKKOS_FUNCTION void operator()(auto const& s, int i) const {
    auto const other =
        s(static_cast<int>((static_cast<unsigned>(i) * 2654435761U) & static_cast<unsigned>(last)));
    double sum = 0;
    for (int k = 0; k < 16; ++k) sum += other.of[k];
    if (sum > 1e300) s(i).of[0] = sum;
  }
};

TEST(Advise, ChangesForOneFieldOfMany) {
  Records<Sixteen, SixteenOffer, Host> records("sixteen", many);
  auto const advice = advise(Host{}, records, {kernel("age", Age{}, 1000).no_trial()});
  EXPECT_EQ(advice.verdict(), Verdict::rearrange);
  EXPECT_NE(advice.best(), Arrangement(AoS{}));
  EXPECT_GT(advice.pays_off_after(), 0);
  EXPECT_LT(advice.pays_off_after(), 1000);
  EXPECT_LT(advice.seconds("age", advice.best()), advice.seconds("age", AoS{}));
  EXPECT_THAT(advice.words(), HasSubstr("rearrange to " + advice.best().name()));
  rearrange(Host{}, records, advice.best());
  auto const again = advise(records, {kernel("age", Age{}, 1000).no_trial()});
  EXPECT_EQ(again.verdict(), Verdict::keep) << again.words();
}

TEST(Advise, KeepsWholeRecordsThatAreMetAnywhere) {
  Records<Sixteen, SixteenOffer, Host> const records("sixteen", many);
  auto const advice = advise(records, {kernel("meet", Meet{many - 1}, 1000).no_trial()});
  EXPECT_EQ(advice.verdict(), Verdict::keep);
  EXPECT_EQ(advice.best(), Arrangement(AoS{}));
  EXPECT_EQ(advice.best("meet"), Arrangement(AoS{}));
  EXPECT_EQ(advice.pays_off_after(), 0);
}

TEST(Advise, KeepsRecordsOfMoreLeavesThanCanBeRearranged) {
  for (std::int64_t const leaves : {512, 513}) {
    detail::AdviceProblem problem{
        .record = DynamicRecord({{"of", 8, 8, leaves - 1}, {"age", 8, 8}}),
        .count = many,
        .capacity = many,
        .offer = {AoS{}, SoA{}}};
    auto const age = accesses("age", 1000).update("age");
    problem.kernel.push_back(detail::trace_of(problem.record, many, age));
    problem.kernel.back().name = "age";
    problem.kernel.back().calls = 1000;
    auto const advice = detail::advice_for(Host{}, problem, {});
    EXPECT_EQ(advice.verdict(), leaves > 512 ? Verdict::keep : Verdict::rearrange);
    EXPECT_EQ(std::isfinite(advice.conversion_seconds(SoA{})), leaves <= 512);
    EXPECT_THAT(advice.words(), Not(HasSubstr("not offered")));
  }
}

TEST(Advise, TakesWhatChangesWereMeasuredToTake) {
  detail::AdviceProblem problem{.record = DynamicRecord({{"of", 8, 8, 4}, {"age", 8, 8}}),
                                .count = many,
                                .capacity = many,
                                .offer = {AoS{}, SoA{}, tiled(8)}};
  auto const age = accesses("age", 1000).update("age");
  problem.kernel.push_back(detail::trace_of(problem.record, many, age));
  problem.kernel.back().name = "age";
  problem.kernel.back().calls = 1000;
  problem.current = 1;
  problem.measured_change = {{0.25, 0.5}, {0, 0}, {3, 4}};
  auto const advice = detail::advice_for(Host{}, problem, {});
  EXPECT_EQ(advice.conversion_seconds(AoS{}), 0.25);
  EXPECT_EQ(advice.conversion_seconds(tiled(8)), 3);
}

TEST(Advise, KeepsForOneCall) {
  Records<Sixteen, SixteenOffer, Host> const records("sixteen", many);
  auto const advice = advise(records, {kernel("look", Look{}, 1).no_trial()});
  // A change reads four times as many bytes as the call, and writes them too.
  EXPECT_EQ(advice.verdict(), Verdict::keep) << advice.words();
}

TEST(Advise, TakesDescriptionsBesideBodies) {
  Records<Mixed, Offer<AoS, SoA>, Host> const records("mixed", 1000);
  auto const body = [](auto const& m, int i) { m(i).b += m(i).c; };
  auto const advice =
      advise(records, {kernel("body", body, 10), accesses("described", 5).read("a").update("d")});
  EXPECT_GT(advice.seconds("described", SoA{}), 0);
  EXPECT_THAT(message_of([&] { static_cast<void>(advice.seconds("other", SoA{})); }),
              HasSubstr("body, described"));
}

TEST(Advise, TakesAVectorOfKernels) {
  Records<Sixteen, SixteenOffer, Host> const records("sixteen", many);
  std::vector<AnyKernel<Records<Sixteen, SixteenOffer, Host>>> kernels;
  kernels.push_back(kernel("age", Age{}, 1000).no_trial());
  kernels.push_back(accesses("look", 10).read("of"));
  auto const advice = advise(records, kernels);
  EXPECT_EQ(advice.verdict(), Verdict::rearrange);
  EXPECT_GT(advice.seconds("look", SoA{}), 0);
  EXPECT_EQ(advise(Host{}, records, kernels).verdict(), Verdict::rearrange);
}

TEST(Advise, LeavesTheRecordsAsTheyAre) {
  Records<Mixed, Offer<AoS, SoA, Tiled<8>>, Host> records("mixed", 3000);
  fill(records.view<AoS>());
  rearrange(records, tiled(8));
  auto const body = [](auto const& m, int i) {
    m(i).a = 0;
    swap(m(i), m((i + 7) % 3000));
  };
  static_cast<void>(advise(records, {kernel("swap", body, 3)}));
  EXPECT_EQ(records.arrangement(), tiled(8));
  EXPECT_TRUE(holds(records.view<Tiled<8>>(), [](std::size_t i) { return i; }));
}

TEST(Advise, MeasuresOnACopyOfAllRecordsIfWanted) {
  constexpr int n = 3000;
  Records<Mixed, Offer<AoS, SoA, Tiled<8>>, Host> records("mixed", n);
  fill(records.view<AoS>());
  rearrange(records, tiled(8));
  std::atomic<int> runs_of_first{0};
  std::atomic<int> runs_of_second{0};
  std::atomic<int> seen_again{0};
  auto const first = [&](auto const& m, int i) {
    constexpr int behind_those_of_trials = 2048;
    ++runs_of_first;
    if (i >= behind_those_of_trials && m(i).a == -1) ++seen_again;
    m(i).a = -1;
  };
  auto const second = [&](auto const& m, int i) {
    ++runs_of_second;
    m(i).b += 1;
  };
  auto const advice = advise(Host{}, records,
                             {kernel("first", first, 3), kernel("second", second, 3).no_trial(),
                              accesses("third", 3).read("a")},
                             {.effort = Effort::measure});
  EXPECT_EQ(records.arrangement(), tiled(8));
  EXPECT_TRUE(holds(records.view<Tiled<8>>(), [](std::size_t i) { return i; }));
  EXPECT_GE(runs_of_first, 3 * 2 * n) << "in each arrangement, and once before";
  EXPECT_EQ(seen_again, 0) << "each run is on data as they were";
  EXPECT_LT(runs_of_second, n);
  for (auto const& priced : advice.facts().offered) {
    EXPECT_NE(priced.seconds[0], priced.predicted[0]);
    EXPECT_EQ(priced.seconds[1], priced.predicted[1]);
    EXPECT_EQ(priced.seconds[2], priced.predicted[2]);
  }
  EXPECT_GT(advice.conversion_seconds(AoS{}), 0);
  EXPECT_EQ(advice.conversion_seconds(tiled(8)), 0);
  EXPECT_THAT(advice.words(), HasSubstr("were measured on a copy of the records"));
}

TEST(Advise, MeasuresNothingWhereThereIsNoMemoryForACopy) {
  Records<Mixed, Offer<AoS, SoA>, Host> const records("mixed", 100);
  auto info = detail::records_info(records.view<AoS>());
  info.capacity = std::int64_t{1} << 44;
  detail::AdviceProblem problem{.record = detail::dynamic_record<Mixed>(),
                                .count = info.count,
                                .capacity = info.capacity,
                                .offer = records.offer()};
  problem.kernel.resize(1);
  int runs = 0;
  detail::measure_offer(Host{}, info, {[&](std::size_t, std::byte*) { ++runs; }}, {}, problem);
  EXPECT_EQ(runs, 0);
  EXPECT_TRUE(problem.lacked_memory);
  EXPECT_TRUE(problem.kernel[0].measured.empty());
  EXPECT_TRUE(problem.measured_change.empty());
}

/// Which takes longer than to move so few.
TEST(Advise, ChargesThePlanningOfAChange) {
  Records<Mixed, Offer<AoS, SoA>, Host> const records("mixed", 64);
  auto const advice = advise(records, {accesses("look", 10).read("a")});
  auto const plan = plan_rearrange(Host{}, records, SoA{});
  double const planned = plan.predicted_seconds(Use::once) - plan.predicted_seconds();
  EXPECT_GT(advice.conversion_seconds(SoA{}), plan.predicted_seconds() + planned / 2);
}

/// As `rearrange` with the same options refuses to.
TEST(Advise, ChangesToNothingWithoutAWorkspace) {
  Records<Sixteen, SixteenOffer, Host> records("sixteen", many);
  PlanOptions none;
  none.workspace_limit = 0;
  EXPECT_THROW(rearrange(records, SoA{}, none), Error);
  for (Effort const effort : {Effort::estimate, Effort::measure}) {
    none.effort = effort;
    auto const advice = advise(Host{}, records, {kernel("look", Look{}, 1000).no_trial()}, none);
    EXPECT_EQ(advice.verdict(), Verdict::keep);
    EXPECT_TRUE(std::isinf(advice.conversion_seconds(SoA{})));
    EXPECT_THAT(advice.table(), HasSubstr(" no"));
  }
}

TEST(Advise, SaysWhatIsMissing) {
  Records<Mixed, Offer<AoS, SoA>, Host> const records("mixed", 10);
  auto const idle = [](auto const&, int) {};
  EXPECT_THAT(message_of([&] { advise(records, {}); }),
              HasSubstr("isomer::advise: no kernel is given, there has to be one"));
  EXPECT_THAT(message_of([&] { advise(records, {kernel("idle", idle)}); }),
              HasSubstr("isomer::advise: the kernel \"idle\" touched no record"));
  EXPECT_THAT(message_of([&] { advise(records, {accesses("none", 0).read("a")}); }),
              HasSubstr("isomer::advise: the kernel \"none\" has 0 calls"));
  Records<Mixed, Offer<AoS, SoA>, Host> const empty("empty", 0);
  EXPECT_THAT(message_of([&] { advise(empty, {kernel("idle", idle)}); }),
              HasSubstr("touched no record"));
}

}  // namespace
}  // namespace isomer::test
