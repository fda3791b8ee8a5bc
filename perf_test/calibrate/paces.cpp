// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/paces.hpp"

#include <cmath>
#include <iterator>

#include "calibrate/fit.hpp"
#include "statistics.hpp"

namespace isomer::perf {

namespace {

/// Problems on each side that count: two or three seconds.
constexpr int reach_of_a_pace = 6;

}  // namespace

Paces::Paces(detail::CostModel const& model, std::vector<Observation> const& seen) {
  std::map<int, std::vector<double>> candidates;
  for (Observation const& one : seen) {
    double const expected = predicted(model, one);
    if (one.reach == detail::Reach::memory && expected > 0)
      candidates[one.problem].push_back(std::log(one.seconds / expected));
  }
  for (auto const& [problem, times] : candidates) times_[problem] = median(times);
  double sum = 0;
  for (auto const& [problem, times] : times_) sum += around(problem);
  if (!times_.empty()) mean_ = sum / static_cast<double>(times_.size());
}

double Paces::at(Observation const& one) const {
  return one.reach == detail::Reach::memory ? std::exp(around(one.problem) - mean_) : 1;
}

double Paces::around(int problem) const {
  std::vector<double> times;
  auto const here = times_.lower_bound(problem);
  auto before = here;
  for (int k = 0; k < reach_of_a_pace && before != times_.begin(); ++k)
    times.push_back((--before)->second);
  auto after = here != times_.end() && here->first == problem ? std::next(here) : here;
  for (int k = 0; k < reach_of_a_pace && after != times_.end(); ++k, ++after)
    times.push_back(after->second);
  return times.empty() ? 0 : median(times);
}

std::vector<Observation> at_one_pace(std::vector<Observation> seen, Paces const& paces) {
  for (Observation& one : seen) one.seconds /= paces.at(one);
  return seen;
}

}  // namespace isomer::perf
