// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <vector>

#include "calibrate/observation.hpp"
#include "cost/rates.hpp"

namespace isomer::perf {

/// The drift of the machine (cost/drift.hpp) while problems were measured one after the other: how
/// long those just before and after each took, in times of what the model says. What all of them
/// have in common tells of those minutes, and not of shapes.
class Drifts {
 public:
  Drifts(detail::Rates const& rates, std::vector<Observation> const& seen);

  /// Around a problem, whether it is one of those seen or between them. 1 in the geometric mean of
  /// those seen, and in the caches always.
  double at(Observation const& one) const;

 private:
  double around(int problem) const;

  std::map<int, double> times_;  ///< of each problem, logarithms
  double mean_ = 0;
};

/// What would have been seen, had the drift always been 1.
std::vector<Observation> without_drift(std::vector<Observation> seen, Drifts const& drifts);

}  // namespace isomer::perf
