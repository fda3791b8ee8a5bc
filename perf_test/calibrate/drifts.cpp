// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/drifts.hpp"

#include <cmath>
#include <iterator>

#include "calibrate/fit.hpp"
#include "statistics.hpp"

namespace isomer::perf {

namespace {

/// Problems on each side that count: two or three seconds.
constexpr int neighbours = 6;

}  // namespace

Drifts::Drifts(detail::Rates const& rates, std::vector<Observation> const& seen) {
  std::map<int, std::vector<double>> candidates;
  for (Observation const& one : seen) {
    double const expected = predicted(rates, one);
    if (one.residency() == detail::Residency::memory && expected > 0)
      candidates[one.problem].push_back(std::log(one.seconds / expected));
  }
  for (auto const& [problem, times] : candidates) times_[problem] = median(times);
  double sum = 0;
  for (auto const& [problem, times] : times_) sum += around(problem);
  if (!times_.empty()) mean_ = sum / static_cast<double>(times_.size());
}

double Drifts::at(Observation const& one) const {
  return one.residency() == detail::Residency::memory ? std::exp(around(one.problem) - mean_) : 1;
}

double Drifts::around(int problem) const {
  std::vector<double> times;
  auto const here = times_.lower_bound(problem);
  auto before = here;
  for (int k = 0; k < neighbours && before != times_.begin(); ++k)
    times.push_back((--before)->second);
  auto after = here != times_.end() && here->first == problem ? std::next(here) : here;
  for (int k = 0; k < neighbours && after != times_.end(); ++k, ++after)
    times.push_back(after->second);
  return times.empty() ? 0 : median(times);
}

std::vector<Observation> without_drift(std::vector<Observation> seen, Drifts const& drifts) {
  for (Observation& one : seen) one.seconds /= drifts.at(one);
  return seen;
}

}  // namespace isomer::perf
