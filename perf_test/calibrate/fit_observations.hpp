// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "calibrate/least_squares.hpp"

/// What fitting a row of a model takes, whatever it is a model of: `Seen` has `features` and the
/// `seconds` that it took.
namespace isomer::perf {

template <class Seen, class Choose>
std::vector<Seen> where(std::vector<Seen> const& all, Choose const& wanted) {
  std::vector<Seen> some;
  std::copy_if(all.begin(), all.end(), std::back_inserter(some), wanted);
  return some;
}

/// A coefficient for each feature, in an array like that of the features.
template <class Seen>
auto fitted(std::vector<Seen> const& seen) {
  std::vector<std::vector<double>> samples;
  std::vector<double> seconds;
  for (auto const& one : seen) {
    samples.emplace_back(one.features.begin(), one.features.end());
    seconds.push_back(one.seconds);
  }
  auto const found = fit_relative(samples, seconds);
  decltype(Seen::features) coefficients{};
  std::copy(found.begin(), found.end(), coefficients.begin());
  return coefficients;
}

}  // namespace isomer::perf
