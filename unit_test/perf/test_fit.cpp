// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/fit.hpp"

#include <gmock/gmock.h>

#include "calibrate/drifts.hpp"
#include "made_up_observations.hpp"

namespace {

using namespace isomer::perf;
using isomer::detail::Kernel;
using isomer::detail::Rates;
using isomer::detail::Residency;
using testing::HasSubstr;

double error_of(Rates const& rates, std::vector<Observation> const& seen) {
  return errors_of(seen, [&](Observation const& one) { return predicted(rates, one); }).median;
}

TEST(Fit, FindsTheRowsThatWereSeenAndKeepsTheOthers) {
  Rates start;
  start.row(Kernel::strided, Residency::memory).all_threads.bytes = 7;
  auto const rates = fit(start, made_up(200), 2);
  EXPECT_EQ(rates.threads, 2);
  auto const& row = rates.row(Kernel::tile_direct, Residency::memory);
  EXPECT_NEAR(row.all_threads.bytes, 2e-10, 1e-12);
  EXPECT_NEAR(row.one_thread.bytes, 1e-10, 1e-12);
  EXPECT_NEAR(row.one_thread.runs_read, 1e-8, 1e-10);
  EXPECT_EQ(rates.row(Kernel::strided, Residency::memory).all_threads.bytes, 7);
  EXPECT_EQ(rates.row(Kernel::tile_direct, Residency::cache).all_threads.bytes, 0);
}

TEST(Fit, KeepsNumbersThatNoMoveHad) {
  Rates start;
  start.row(Kernel::tile_direct, Residency::memory).all_threads = {.bytes = 7, .scaled_words = 7};
  auto const row = fit(start, made_up(200), 2).row(Kernel::tile_direct, Residency::memory);
  EXPECT_EQ(row.all_threads.scaled_words, 7);
  EXPECT_LT(row.all_threads.bytes, 1);
}

TEST(Fit, KeepsARowOfWhichTooFewWereSeen) {
  Rates start;
  start.row(Kernel::tile_direct, Residency::memory).one_thread.bytes = 7;
  auto const rates = fit(start, made_up(30), 2);  // twenty of them ran on one thread
  EXPECT_EQ(rates.row(Kernel::tile_direct, Residency::memory).one_thread.bytes, 7);
  EXPECT_NEAR(rates.row(Kernel::tile_direct, Residency::memory).all_threads.bytes, 2e-10, 1e-12);
}

/// Moves in place of two passes, whose kernels are seen with each other or alone.
std::vector<Observation> of_two_passes(int problems) {
  auto all = made_up(problems);
  for (Observation& seen : all) {
    double const bytes = seen.passes.front().work.bytes;
    double const runs = seen.passes.front().work.runs_read;
    auto const pass = [&](Kernel kernel) { return some_pass(kernel, seen.threads, bytes, runs); };
    bool const both = (static_cast<long>(runs) & 1) != 0;
    seen.method = both ? "cut" : "square";
    seen.passes = {pass(Kernel::swap)};
    seen.seconds = 3e-10 * bytes / seen.threads;
    if (!both) continue;
    seen.passes.push_back(pass(Kernel::push));
    seen.seconds += (1e-10 * bytes + 1e-8 * runs) / seen.threads;
  }
  return all;
}

TEST(Fit, SharesTheTimeOfAMoveOutAmongItsPasses) {
  auto const rates = fit(Rates{}, of_two_passes(300), 2);
  for (auto const* numbers : {&rates.row(Kernel::swap, Residency::memory).one_thread,
                              &rates.row(Kernel::swap, Residency::memory).all_threads}) {
    EXPECT_NEAR(numbers->bytes, 3e-10, 3e-12);
    EXPECT_NEAR(numbers->runs_read, 0, 1e-10);
  }
  EXPECT_NEAR(rates.row(Kernel::push, Residency::memory).all_threads.bytes, 1e-10, 3e-12);
  EXPECT_NEAR(rates.row(Kernel::push, Residency::memory).all_threads.runs_read, 1e-8, 1e-10);
}

/// Twice as slow from one problem on, while most that come have many runs.
std::vector<Observation> in_two_phases(int problems) {
  auto all = made_up(problems);
  for (auto& seen : all) {
    bool const is_slow = seen.problem >= problems / 2;
    double const bytes = is_slow && seen.problem % 4 != 0 ? 1e6 : 1e9;
    double const runs = seen.passes.front().work.runs_read;
    seen.threads = 2;
    seen.passes = {some_pass(Kernel::tile_direct, 2, bytes, runs)};
    seen.seconds = (is_slow ? 2 : 1) * (2e-10 * bytes + 1e-7 * runs);
  }
  return all;
}

TEST(Fit, TellsWhatTheMachineDidFromWhatTheShapesTake) {
  auto const seen = in_two_phases(400);
  auto const rates = fit(Rates{}, seen, 2);
  auto const& row = rates.row(Kernel::tile_direct, Residency::memory).all_threads;
  EXPECT_NEAR(row.runs_read / row.bytes, 500, 25);
  Drifts const drifts(rates, seen);
  EXPECT_NEAR(drifts.at(seen.back()) / drifts.at(seen.front()), 2, 0.05);
  EXPECT_LT(error_of(rates, without_drift(seen, drifts)), 0.02);
}

TEST(Drifts, LeaveTheCachesAlone) {
  auto seen = in_two_phases(40);
  Drifts const drifts(fit(Rates{}, seen, 2), seen);
  seen.back().passes.front().residency = Residency::cache;
  EXPECT_EQ(drifts.at(seen.back()), 1);
}

TEST(Drifts, OfNothingSeenAreOne) { EXPECT_EQ(Drifts(Rates{}, {}).at(made_up(1).front()), 1); }

TEST(FitReport, NamesTheMethodsThatWereSeenWithTheirErrors) {
  auto all = made_up(200);
  for (auto seen : of_two_passes(100)) {
    seen.problem += 200;
    all.push_back(seen);
  }
  auto const parts = split(all, 1);
  auto const text = fit_report(fit(Rates{}, parts.train, 2), parts);
  EXPECT_THAT(text, HasSubstr("out of place\nmethod"));
  EXPECT_THAT(text, HasSubstr("\northogonal_distinct  memory      2"));
  EXPECT_THAT(text, HasSubstr("\northogonal_distinct  memory      1"));
  EXPECT_THAT(text, HasSubstr("\nin place\nmethod"));
  EXPECT_THAT(text, HasSubstr("\ncut                  memory      2"));
  EXPECT_THAT(text, testing::Not(HasSubstr("strided")));
  EXPECT_THAT(text, HasSubstr("chosen plan within 5 % of the best: train"));
}

}  // namespace
