// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/records/judge.hpp"

#include <algorithm>
#include <cmath>

namespace isomer::perf {

double Confirmation::noise() const {
  double const middle = 0.5 * (best + best_again);
  return std::abs(best - best_again) / middle;
}

double Confirmation::regret() const {
  double const middle = 0.5 * (best + best_again);
  double const more = advised / middle - 1;
  return more > noise() ? more : 0;
}

double Confirmation::loss() const {
  double const more = advised / aos - 1;
  return more > noise() ? more : 0;
}

std::size_t index_of_least(std::vector<double> const& seconds) {
  return static_cast<std::size_t>(std::min_element(seconds.begin(), seconds.end()) -
                                  seconds.begin());
}

int rank_of(std::vector<double> const& seconds, double advised) {
  auto const is_less = [&](double other) { return other < advised; };
  return 1 + static_cast<int>(std::count_if(seconds.begin(), seconds.end(), is_less));
}

std::vector<double> charged(std::vector<double> const& seconds, std::vector<double> const& change,
                            double calls) {
  std::vector<double> total;
  for (std::size_t k = 0; k < seconds.size(); ++k) total.push_back(change[k] + calls * seconds[k]);
  return total;
}

double regret_of(std::vector<double> const& seconds, double advised, double noise) {
  double const more = advised / seconds[index_of_least(seconds)] - 1;
  return more > noise ? more : 0;
}

}  // namespace isomer::perf
