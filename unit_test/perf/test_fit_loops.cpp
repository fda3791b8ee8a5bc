// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "calibrate/records/loop_observation.hpp"
#include "random.hpp"

namespace {

using namespace isomer::perf;
using isomer::detail::Kernel;
using isomer::detail::Pass;
using isomer::detail::Rates;
using isomer::detail::Residency;
using isomer::detail::Work;
using isomer::records::LoopWork;

constexpr int threads = 2;

Rates true_rates() {
  Rates rates;
  rates.threads = threads;
  auto& memory = rates.row(Kernel::record_loop, Residency::memory);
  memory.one_thread = {.bytes = 2e-11, .runs_read = 3e-8, .gathers = 2e-8};
  memory.all_threads = {.bytes = 4e-11, .runs_read = 4e-8, .gathers = 2.5e-8};
  auto& cache = rates.row(Kernel::record_loop, Residency::cache);
  cache.one_thread = {.launches = 5e-7, .bytes = 8e-12, .gathers = 1e-9};
  cache.all_threads = {.launches = 9e-7, .bytes = 9e-12, .gathers = 2e-9};
  return rates;
}

/// Kernels whose times are known exactly: bound by computing, by moving, and by waiting.
std::vector<LoopObservation> made_up(int count, int strange = 0) {
  Random random(5, 1);
  std::vector<LoopObservation> all;
  for (int k = 0; k < count; ++k) {
    double const units = k % 3 == 0 ? 1 : threads;
    auto const from = k % 2 == 0 ? Residency::memory : Residency::cache;
    auto const pass = [&](Residency residency, Work const& work) {
      return Pass{Kernel::record_loop, residency, units, work};
    };
    LoopObservation seen;
    seen.program = k / 2;
    seen.work.computing_seconds = random.between_on_log_scale(1e-6, 1e-3);
    seen.work.moved = pass(from, {.bytes = random.between_on_log_scale(1e5, 1e8),
                                  .runs_read = random.between_on_log_scale(1, 1e4)});
    seen.work.waited = {pass(Residency::cache, {.launches = 1}),
                        pass(from, {.gathers = random.between_on_log_scale(1, 1e5)})};
    seen.seconds = seconds(true_rates(), seen.work) * (k < strange ? 20 : 1);
    all.push_back(seen);
  }
  return all;
}

void expect_near(Rates const& found, double error) {
  for (Residency const residency : {Residency::memory, Residency::cache})
    for (bool const all : {false, true}) {
      auto const row_of = [&](Rates const& rates) {
        auto const& row = rates.row(Kernel::record_loop, residency);
        return all ? row.all_threads : row.one_thread;
      };
      for (auto const& number : isomer::detail::work_numbers) {
        double const wanted = row_of(true_rates()).*number.value;
        if (wanted == 0) continue;
        EXPECT_NEAR(row_of(found).*number.value, wanted, error * wanted)
            << number.name << ' ' << name_of(residency) << ' ' << all;
      }
    }
}

TEST(FitLoops, FindsTheRatesWhateverBoundsAKernel) {
  Rates start = true_rates();
  for (auto& row : start.rows[static_cast<std::size_t>(Kernel::record_loop)])
    for (Work* const work : {&row.one_thread, &row.all_threads}) *work = 2 * *work;
  Rates const found = fit_loops(start, made_up(400), threads);
  expect_near(found, 0.02);
  EXPECT_EQ(found.threads, threads);
}

TEST(FitLoops, ListensLittleToKernelsThatWereHeldUp) {
  expect_near(fit_loops(true_rates(), made_up(400, 8), threads), 0.15);
}

TEST(FitLoops, KeepsWhatTooFewKernelsTellOf) {
  Rates start = true_rates();
  auto& memory = start.row(Kernel::record_loop, Residency::memory);
  memory.all_threads.pages_read = 7;
  memory.one_thread.bytes = 7;
  Rates const found = fit_loops(start, made_up(20), threads);
  EXPECT_EQ(found.row(Kernel::record_loop, Residency::memory).all_threads.pages_read, 7);
  EXPECT_EQ(found.row(Kernel::record_loop, Residency::memory).one_thread.bytes, 7);
}

TEST(LoopsReport, SaysWhatTheLeastPredictionCosts) {
  // Predicted is the second, which takes three quarters more.
  std::vector<LoopObservation> seen(2);
  seen[0].seconds = 4e-3;
  seen[0].work.computing_seconds = 6e-3;
  seen[1].seconds = 7e-3;
  seen[1].work.computing_seconds = 5e-3;
  EXPECT_EQ(loops_report(true_rates(), seen),
            "loops over records: 1 kernels, error median 0.393 90th percentile 0.479, of "
            "ratios median 1.100, regret median 0.750 95th percentile 0.750\n");
}

TEST(RatioError, IsOfTheOneThatIsPredictedBestAndEachOther) {
  auto const seen = [](int program, double predicted, double seconds) {
    LoopObservation one{.program = program, .seconds = seconds};
    one.work.computing_seconds = predicted;
    return one;
  };
  // 10 : 12 and 10 : 11 are measured as 10 : 13.2 and 10 : 10, and 3 : 3 of the other as 3 : 4.
  std::vector<LoopObservation> const all{seen(0, 12, 13.2), seen(0, 10, 10), seen(0, 11, 10),
                                         seen(1, 3, 3),     seen(1, 3, 4),   seen(0, 13, 99)};
  EXPECT_NEAR(ratio_error(true_rates(), all), 0.1, 1e-12);
  EXPECT_NEAR(ratio_error(true_rates(), {all[3], all[4]}), 1. / 3, 1e-12);
  EXPECT_EQ(ratio_error(true_rates(), {all[1], all[5]}), 0) << "of times that are far apart";
}

TEST(LoopWork, HidesThreeQuartersOfTheShorterOfComputingAndMoving) {
  Pass const moved{Kernel::record_loop, Residency::memory, threads, {.bytes = 1e8}};
  Pass const waited{Kernel::record_loop, Residency::memory, threads, {.gathers = 1e5}};
  double const moving = 4e-3 / threads;
  double const waiting = 2.5e-3 / threads;
  Rates const rates = true_rates();
  EXPECT_DOUBLE_EQ(seconds(rates, LoopWork{1e-3, moved, {waited}}), waiting + moving + 0.25e-3);
  EXPECT_DOUBLE_EQ(seconds(rates, LoopWork{8e-3, moved, {waited}}), waiting + 8e-3 + moving / 4);
  EXPECT_DOUBLE_EQ(seconds(rates, LoopWork{1e-3}), 1e-3);
}

}  // namespace
