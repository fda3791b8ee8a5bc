// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a plan takes once, beside what it takes again and again.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>
#include <isomer/records.hpp>

#include <cstdint>
#include <vector>

#include "cost/count_tables.hpp"
#include "cost/rates.hpp"
#include "cost/residency.hpp"
#include "golden_problems.hpp"
#include "plan/choice/candidates.hpp"
#include "plan/choice/choice.hpp"
#include "plan/choice/describe_plan.hpp"
#include "plan/choice/machine_of.hpp"
#include "plan/choice/measure.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "problem/normalize.hpp"
#include "support/machines.hpp"

namespace isomer::test {

struct UsedRecord {
  double position;
  float mass;
  std::int32_t kind;
};
}  // namespace isomer::test

ISOMER_RECORD(isomer::test::UsedRecord, position, mass, kind);

namespace isomer::test {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
using detail::Once;
using detail::Setting;

detail::NormalProblem transposition(std::int64_t columns, std::int64_t rows) {
  detail::Problem problem;
  problem.element_bytes = 8;
  problem.rank = 2;
  problem.axis[0] = {columns, 1, rows};
  problem.axis[1] = {rows, columns, 1};
  return detail::normalize(problem);
}

Once once_of(detail::NormalProblem const& normal, Setting const& setting,
             PlanOptions const& options = {}) {
  return choose(normal, setting, options, "test").once;
}

class UseOnce : public OnEachMachine {};
ISOMER_ON_EACH_MACHINE(UseOnce);

TEST_P(UseOnce, CountsThePlanItsCandidatesAndTheTablesOfTheFirst) {
  Setting const here = setting(2);
  auto const normal = transposition(3000, 2000);
  auto const list = detail::candidates(normal, here);
  auto const tables = detail::count_tables(normal, list.front(), here.machine);
  Once const once = once_of(normal, here);
  EXPECT_EQ(once.planning.plans, 1);
  EXPECT_EQ(once.planning.candidates, static_cast<double>(list.size()));
  EXPECT_EQ(once.planning.tables, tables.tables);
  EXPECT_EQ(once.planning.table_bytes, tables.table_bytes);
  EXPECT_EQ(once.trial_seconds, 0);
  EXPECT_EQ(once.cold.runs, 1);
}

TEST_P(UseOnce, OfArraysThatTheSharedCacheMayHoldPlansTwice) {
  Setting here = setting(2);
  auto const normal = transposition(900, 700);
  ASSERT_TRUE(detail::may_be_cached(normal, here));
  Once const once = once_of(normal, here);
  double const in_memory = static_cast<double>(detail::candidates(normal, here).size());
  here.residency = detail::Residency::cache;
  auto const cached = detail::candidates(normal, here);
  EXPECT_EQ(once.planning.candidates, in_memory + static_cast<double>(cached.size()));
  EXPECT_GE(once.planning.tables, 2);
}

TEST_P(UseOnce, WithMeasurementsAddsTheTrialsAndTheirMemory) {
  Setting const here = setting(2);
  auto const normal = transposition(3000, 2000);
  auto const list = detail::candidates(normal, here);
  Once const once = once_of(normal, here, {.effort = Effort::measure});
  double trials = 0;
  for (std::size_t k = 0; k < std::min(list.size(), detail::measured_candidates); ++k)
    trials += detail::measured_repeats * list[k].seconds;
  EXPECT_DOUBLE_EQ(once.trial_seconds, trials);
  EXPECT_EQ(once.planning.scratch_pages, 2 * 3000 * 2000 * 8 / 4096.0);
  EXPECT_GT(once.planning.tables, once_of(normal, here).planning.tables);
}

TEST_P(UseOnce, IsNeverLessThanRepeatedAndTheSameEachTime) {
  Setting const here = setting(2);
  for (std::uint64_t number = 0; number < 300; ++number) {
    auto const golden = golden_problem(number);
    if (golden.is_in_place) {
      auto const facts = [&] {
        return in_place::facts_on<Exec>(here.machine, *here.rates, golden.in_place, {}, "test");
      };
      auto const one = facts();
      auto const other = facts();
      EXPECT_GE(one.planning_seconds, 0);
      EXPECT_GE(one.seconds(isomer::Use::once, one.predicted_seconds), one.predicted_seconds);
      EXPECT_EQ(one.planning_seconds, other.planning_seconds);
      EXPECT_EQ(one.cold_seconds, other.cold_seconds);
      continue;
    }
    auto const normal = detail::normalize(golden.out_of_place);
    if (detail::volume_bytes(normal) == 0) continue;
    Once const one = once_of(normal, here);
    Once const other = once_of(normal, here);
    EXPECT_GT(planning_seconds(here.rates->once, one), 0);
    EXPECT_GT(cold_seconds(here.rates->once, here.machine, one.cold), 0);
    EXPECT_EQ(one.planning, other.planning);
    EXPECT_EQ(one.cold, other.cold);
  }
}

TEST_P(UseOnce, InPlaceCountsThePricesOfSteps) {
  Setting const here = setting(2);
  auto const planning = [&](int rank) {
    detail::InPlaceProblem problem;
    problem.rank = rank;
    problem.element_bytes = 8;
    for (int k = 0; k < rank; ++k) {
      problem.extent[static_cast<std::size_t>(k)] = 7 + k;
      problem.axes[static_cast<std::size_t>(k)] = rank - 1 - k;
    }
    return in_place::once_on<Exec>(here.machine, *here.rates, problem, {}, "test").planning;
  };
  EXPECT_EQ(planning(2).plans, 1);
  EXPECT_GT(planning(2).estimates, 1);
  EXPECT_GT(planning(4).estimates, 2 * planning(2).estimates);
  EXPECT_EQ(planning(1).estimates, 0) << "nothing moves";
}

/// Seconds beyond those of the next execution.
template <class P>
double extra(P const& plan) {
  double const more =
      plan.predicted_seconds(isomer::Use::once) - plan.predicted_seconds(isomer::Use::repeated);
  EXPECT_EQ(plan.predicted_seconds(), plan.predicted_seconds(isomer::Use::repeated));
  return more;
}

TEST(UseOfPlans, OnceIsPlanningARunAndWhatIsColdThen) {
  Exec const exec;
  auto const setting = detail::setting_for(exec, {});
  for (std::int64_t const n : {16, 60, 700, 3000}) {
    auto const plan = plan_permute<double>(exec, {n, n + 8}, {1, 0});
    Once const once = once_of(transposition(n + 8, n), setting);
    double const expected = planning_seconds(setting.rates->once, once) +
                            cold_seconds(setting.rates->once, setting.machine, once.cold);
    EXPECT_NEAR(extra(plan), expected, 1e-9 * expected + 1e-12) << n;
    EXPECT_GT(extra(plan), 0) << n;
  }
}

TEST(UseOfPlans, InPlaceOnceIsPlanningARunAndWhatIsColdThen) {
  Exec const exec;
  auto const setting = detail::setting_for(exec, {});
  auto const plan = plan_permute_in_place<double>(exec, {500, 300, 7}, {2, 0, 1});
  detail::InPlaceProblem problem;
  problem.rank = 3;
  problem.element_bytes = 8;
  problem.extent = {500, 300, 7};
  problem.axes = {2, 0, 1};
  Once const once = in_place::once_on<Exec>(setting.machine, *setting.rates, problem, {}, "test");
  double const expected = planning_seconds(setting.rates->once, once) +
                          cold_seconds(setting.rates->once, setting.machine, once.cold);
  EXPECT_NEAR(extra(plan), expected, 1e-9 * expected);
  auto const layout =
      plan_convert_layout<double, Kokkos::LayoutRight, Kokkos::LayoutLeft>(exec, {300, 200});
  EXPECT_GT(extra(layout), 0);
}

TEST(UseOfPlans, OfNothingToMoveIsThePlanAlone) {
  Exec const exec;
  auto const plan = plan_permute<double>(exec, {0, 5}, {1, 0});
  EXPECT_EQ(plan.predicted_seconds(isomer::Use::once), plan.predicted_seconds());
}

TEST(UseOfPlans, OfBatchesGrowsWithTheirShapes) {
  using Block = Kokkos::View<double**, Kokkos::LayoutRight, Kokkos::HostSpace>;
  struct Pair {
    Block dst;
    Block src;
  };
  Exec const exec;
  auto const extra_of = [&](std::vector<int> const& columns) {
    std::vector<Pair> list;
    for (int const n : columns) list.push_back({Block("dst", 30, n), Block("src", n, 30)});
    return extra(plan_permute_batch(exec, list, {1, 0}));
  };
  EXPECT_GT(extra_of({22, 22, 22, 22, 22}), 0);
  // As many bytes of one shape and of five: four more are planned, with two candidates or more.
  double const candidate = detail::setting_for(exec, {}).rates->once.planning.candidates;
  ASSERT_GT(candidate, 0);
  EXPECT_GT(extra_of({20, 21, 22, 23, 24}), extra_of({22, 22, 22, 22, 22}) + 8 * candidate);
}

TEST(UseOfPlans, OfRecordsIsMoreThanRepeated) {
  Exec const exec;
  RecordView<UsedRecord, AoS, Kokkos::HostSpace> const records("records", 1000);
  EXPECT_GT(extra(plan_rearrange<SoA>(exec, records)), 0);
  auto const nothing = plan_rearrange<AoS>(exec, records);
  EXPECT_EQ(extra(nothing), 0);
}

}  // namespace
}  // namespace isomer::test
