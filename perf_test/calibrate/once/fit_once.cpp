// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/once/fit_once.hpp"

#include <cmath>
#include <functional>

#include "calibrate/evaluate.hpp"
#include "calibrate/least_squares.hpp"
#include "machine/machine.hpp"
#include "statistics.hpp"

namespace isomer::perf {

namespace {

/// Observations from which the rows are fitted.
constexpr std::size_t enough = 24;

using Samples = std::vector<std::vector<double>>;

template <class Numbers, class Known>
std::vector<double> sample_of(Numbers const& numbers, Known const& known) {
  std::vector<double> sample;
  sample.reserve(known.size());
  for (auto const& number : known) sample.push_back(numbers.*number.value);
  return sample;
}

/// Takes the rates that were found, of the numbers that were seen.
template <class Numbers, class Known>
void take(Numbers& rates, Known const& known, Samples const& samples,
          std::vector<double> const& found) {
  for (std::size_t k = 0; k < known.size(); ++k)
    if (count_seen(samples, k) > 0) rates.*known[k].value = found[k];
}

void fit_planning(detail::PlanningWork& rates, std::vector<OnceObservation> const& seen) {
  Samples samples;
  std::vector<double> seconds;
  std::vector<double> scale;
  for (OnceObservation const& one : seen) {
    samples.push_back(sample_of(one.once.planning, detail::planning_numbers));
    seconds.push_back(one.planning_seconds - one.once.trial_seconds);
    scale.push_back(one.planning_seconds);
  }
  take(rates, detail::planning_numbers, samples, fit_scaled(samples, seconds, scale));
}

void fit_cold(detail::ColdWork& rates, std::vector<OnceObservation> const& seen) {
  Samples samples;
  std::vector<double> seconds;
  std::vector<double> scale;
  for (OnceObservation const& one : seen) {
    samples.push_back(sample_of(one.once.cold, detail::cold_numbers));
    seconds.push_back(one.first_seconds - one.repeated_seconds);
    scale.push_back(one.first_seconds);
  }
  take(rates, detail::cold_numbers, samples, fit_scaled(samples, seconds, scale));
}

using PredictOnce = std::function<double(OnceObservation const&)>;

/// |predicted / actual - 1| of a part.
Errors errors_of(std::vector<OnceObservation> const& seen, double OnceObservation::*actual,
                 PredictOnce const& predict) {
  if (seen.empty()) return {};
  std::vector<double> errors;
  errors.reserve(seen.size());
  for (OnceObservation const& one : seen)
    errors.push_back(std::abs(predict(one) / (one.*actual) - 1));
  return {errors.size(), median(errors), quantile(errors, 0.9)};
}

}  // namespace

detail::OnceRates fit_once(detail::OnceRates const& start,
                           std::vector<OnceObservation> const& seen) {
  detail::OnceRates rates = start;
  if (seen.size() < enough) return rates;
  fit_planning(rates.planning, seen);
  fit_cold(rates.cold, seen);
  return rates;
}

std::string once_report(detail::OnceRates const& rates, std::vector<OnceObservation> const& train,
                        std::vector<OnceObservation> const& test) {
  if (train.empty()) return {};
  PredictOnce const planning = [&](OnceObservation const& one) {
    return detail::planning_seconds(rates, one.once);
  };
  PredictOnce const first = [&](OnceObservation const& one) {
    return one.repeated_seconds + detail::cold_seconds(rates, detail::Machine{}, one.once.cold);
  };
  auto const line = [&](char const* name, double OnceObservation::*actual,
                        PredictOnce const& predict) {
    return name + errors_text(errors_of(train, actual, predict)) +
           errors_text(errors_of(test, actual, predict)) + "\n";
  };
  return "once             train: median, 90th  test: median, 90th\n" +
         line("planning         ", &OnceObservation::planning_seconds, planning) +
         line("first execution  ", &OnceObservation::first_seconds, first);
}

}  // namespace isomer::perf
