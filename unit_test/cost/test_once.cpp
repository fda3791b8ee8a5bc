// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/once.hpp"

#include <gtest/gtest.h>

#include "cost/count_tables.hpp"
#include "problem/normalize.hpp"
#include "support/machines.hpp"

namespace isomer::test {
namespace {

using detail::Candidate;
using detail::ColdWork;
using detail::Machine;
using detail::Once;
using detail::OnceRates;
using detail::Pass;
using detail::PlanningWork;
using detail::Problem;
using detail::Residency;

/// Rates that differ in every number, and by more than any sum of others can make up for.
OnceRates some_rates() {
  OnceRates rates;
  double next = 1;
  for (auto const& number : detail::planning_numbers) rates.planning.*number.value = next *= 3;
  for (auto const& number : detail::cold_numbers) rates.cold.*number.value = next *= 3;
  return rates;
}

TEST(PlanningSeconds, AreTheSumOfTheWorkTimesTheRatesAndTheTrials) {
  OnceRates const rates = some_rates();
  Once once;
  EXPECT_EQ(planning_seconds(rates, once), 0);
  double sum = 0;
  double times = 2;
  for (auto const& number : detail::planning_numbers) {
    once.planning.*number.value = times;
    sum += times * rates.planning.*number.value;
    EXPECT_DOUBLE_EQ(planning_seconds(rates, once), sum) << number.name;
    ++times;
  }
  once.trial_seconds = 0.5;
  EXPECT_DOUBLE_EQ(planning_seconds(rates, once), sum + 0.5);
}

TEST(PlanningWork, IsAddedNumberByNumber) {
  PlanningWork const one{1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(one + one, (PlanningWork{2, 4, 6, 8, 10, 12, 14}));
}

TEST(ColdSeconds, AreTheSumOfTheWorkTimesTheRates) {
  OnceRates const rates = some_rates();
  ColdWork cold;
  double sum = 0;
  double times = 2;
  for (auto const& number : detail::cold_numbers) {
    cold.*number.value = times;
    sum += times * rates.cold.*number.value;
    EXPECT_DOUBLE_EQ(cold_seconds(rates, machines()[0], cold), sum) << number.name;
    ++times;
  }
}

TEST(ColdSeconds, OnAGpuAreThoseOfItsLaunches) {
  Machine const gpu = *detail::gpu_machine("h200");
  EXPECT_DOUBLE_EQ(cold_seconds(some_rates(), gpu, {.runs = 1, .launches = 3, .lines = 7}),
                   3 * gpu.launch_seconds);
}

Pass some_pass(Residency residency, double threads, double launches) {
  Pass pass;
  pass.residency = residency;
  pass.threads = threads;
  pass.work.launches = launches;
  return pass;
}

TEST(ColdWork, OfArraysInTheCachesReadsEachLineFromMemoryOnce) {
  Machine machine = machines()[0];
  machine.tlb_entries = 8;
  ColdWork const cold = cold_work(
      {some_pass(Residency::cache, 2, 1), some_pass(Residency::cache, 2, 1)}, 1 << 14, machine);
  EXPECT_EQ(cold, (ColdWork{.runs = 1, .launches = 2, .lines = (1 << 14) / 64 / 2, .pages = 2}));
}

TEST(ColdWork, OfArraysInMemoryHasNoMoreThanThePagesThatACoreKnows) {
  Machine machine = machines()[0];
  machine.tlb_entries = 8;
  ColdWork const cold = cold_work({some_pass(Residency::memory, 2, 1)}, 1 << 20, machine);
  EXPECT_EQ(cold, (ColdWork{.runs = 1, .launches = 1, .lines = 0, .pages = 8}));
}

TEST(ColdWork, OfNothingIsNothing) { EXPECT_EQ(cold_work({}, 1 << 20, machines()[0]), ColdWork{}); }

/// A transposition and a slicing of it.
Candidate tiled(std::int64_t rows, std::int64_t columns, bool staged) {
  Candidate candidate;
  candidate.schema = detail::Schema::orthogonal_distinct;
  candidate.tiling.slice.extent[0] = rows;
  candidate.tiling.slice.extent[1] = columns;
  candidate.tiling.mode.staged = staged;
  return candidate;
}

Problem transposition(std::int64_t columns, std::int64_t rows) {
  Problem problem;
  problem.element_bytes = 8;
  problem.rank = 2;
  problem.axis[0] = {columns, 1, rows};
  problem.axis[1] = {rows, columns, 1};
  return problem;
}

TEST(CountTables, HasOneForEachWayATileCanBeCutShort) {
  Machine const& machine = machines()[0];
  auto const tables = [&](std::int64_t columns, std::int64_t rows) {
    return count_tables(detail::normalize(transposition(columns, rows)), tiled(64, 32, true),
                        machine);
  };
  EXPECT_EQ(tables(640, 320).tables, 1);
  EXPECT_EQ(tables(641, 320).tables, 2);
  EXPECT_EQ(tables(640, 330).tables, 2);
  EXPECT_EQ(tables(641, 330).tables, 4);
  EXPECT_GT(tables(680, 320).table_bytes, 1.3 * tables(640, 320).table_bytes);
}

TEST(CountTables, OfRunsAndOfSingleWordsThereAreNone) {
  auto const normal = detail::normalize(transposition(640, 320));
  for (auto const schema :
       {detail::Schema::copy, detail::Schema::fvi_match_large, detail::Schema::strided}) {
    Candidate candidate = tiled(64, 32, true);
    candidate.schema = schema;
    EXPECT_EQ(count_tables(normal, candidate, machines()[0]), PlanningWork{});
  }
  EXPECT_EQ(count_tables(normal, tiled(64, 32, true), *detail::gpu_machine("h200")),
            PlanningWork{});
}

}  // namespace
}  // namespace isomer::test
