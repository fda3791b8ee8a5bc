// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/once/fit_once.hpp"

#include <gmock/gmock.h>

#include "random.hpp"

namespace {

using namespace isomer::perf;
using isomer::detail::ColdWork;
using isomer::detail::OnceRates;
using isomer::detail::PlanningWork;

OnceRates true_rates() {
  OnceRates rates;
  rates.planning = {2e-6, 1e-7, 3e-7, 4e-7, 5e-11, 0};
  rates.cold = {3e-6, 2e-6, 4e-9, 1e-8};
  return rates;
}

/// Plans whose times are known exactly; those of `strange` were held up.
std::vector<OnceObservation> made_up(int count, int strange = 0) {
  Random random(7, 1);
  std::vector<OnceObservation> all;
  for (int k = 0; k < count; ++k) {
    OnceObservation one;
    bool const in_place = k % 4 == 0;
    one.once.planning = {1,
                         in_place ? 0 : random.between_on_log_scale(5, 50),
                         in_place ? random.between_on_log_scale(10, 1000) : 0,
                         in_place ? 0 : static_cast<double>(random.between(1, 8)),
                         in_place ? 0 : random.between_on_log_scale(1e3, 1e6),
                         0};
    one.once.cold = {1, static_cast<double>(random.between(0, 3)),
                     random.between_on_log_scale(16, 1e5), random.between_on_log_scale(1, 3e3)};
    one.once.trial_seconds = k % 5 == 1 ? 1e-4 : 0;
    one.repeated_seconds = random.between_on_log_scale(1e-6, 1e-3);
    one.planning_seconds = planning_seconds(true_rates(), one.once);
    one.first_seconds = one.repeated_seconds + cold_seconds(true_rates(), {}, one.once.cold);
    if (k < strange) {
      one.planning_seconds *= 20;
      one.first_seconds *= 20;
    }
    all.push_back(one);
  }
  return all;
}

void expect_near(OnceRates const& found, OnceRates const& wanted, double error) {
  for (auto const& number : isomer::detail::planning_numbers)
    EXPECT_NEAR(found.planning.*number.value, wanted.planning.*number.value,
                error * wanted.planning.*number.value)
        << number.name;
  for (auto const& number : isomer::detail::cold_numbers)
    EXPECT_NEAR(found.cold.*number.value, wanted.cold.*number.value,
                error * wanted.cold.*number.value)
        << number.name;
}

TEST(FitOnce, FindsTheRatesThatWereSeenAndKeepsTheOthers) {
  OnceRates start;
  start.planning.scratch_pages = 7;
  start.cold.runs = 7;
  OnceRates const found = fit_once(start, made_up(200));
  EXPECT_EQ(found.planning.scratch_pages, 7);
  OnceRates wanted = true_rates();
  wanted.planning.scratch_pages = 7;
  expect_near(found, wanted, 0.02);
}

TEST(FitOnce, ListensLittleToPlansThatWereHeldUp) {
  OnceRates const found = fit_once(OnceRates{}, made_up(200, 6));
  EXPECT_NEAR(found.planning.candidates, true_rates().planning.candidates,
              0.15 * true_rates().planning.candidates);
  EXPECT_NEAR(found.cold.lines, true_rates().cold.lines, 0.15 * true_rates().cold.lines);
}

TEST(FitOnce, NeverFindsThatAFirstExecutionTakesLessThanTheNext) {
  auto seen = made_up(100);
  for (OnceObservation& one : seen) one.first_seconds = 0.9 * one.repeated_seconds;
  OnceRates const found = fit_once(OnceRates{}, seen);
  for (auto const& number : isomer::detail::cold_numbers)
    EXPECT_GE(found.cold.*number.value, 0) << number.name;
}

TEST(FitOnce, KeepsTheRatesWhereTooLittleWasSeen) {
  OnceRates start;
  start.planning.plans = 7;
  OnceRates const found = fit_once(start, made_up(20));
  EXPECT_EQ(found.planning, start.planning);
  EXPECT_EQ(found.cold, start.cold);
}

TEST(OnceReport, HasTheErrorsOfBothPartsOnBothSets) {
  auto const seen = made_up(40);
  EXPECT_THAT(once_report(true_rates(), seen, seen),
              testing::ContainsRegex("\nplanning +0.0 % +0.0 % +0.0 % +0.0 % +\n"
                                     "first execution +0.0 % +0.0 % +0.0 % +0.0 % +\n"));
  OnceRates doubled = true_rates();
  for (auto const& number : isomer::detail::planning_numbers) doubled.planning.*number.value *= 2;
  auto plain = seen;
  for (OnceObservation& one : plain) {
    one.planning_seconds -= one.once.trial_seconds;
    one.once.trial_seconds = 0;
  }
  EXPECT_THAT(once_report(doubled, plain, {}),
              testing::ContainsRegex("\nplanning +100.0 % 100.0 % "));
  EXPECT_EQ(once_report(true_rates(), {}, {}), "");
}

}  // namespace
