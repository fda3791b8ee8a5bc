// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "calibrate/observation.hpp"
#include "model/cost_model.hpp"

namespace isomer::perf {

/// Four fifths of the problems, drawn at random, to fit with; the others to see how well it went.
struct Split {
  std::vector<Observation> train;
  std::vector<Observation> test;
};
Split split(std::vector<Observation> const& all, std::uint64_t seed);

/// `start` with every row that the observations say enough about fitted anew. `threads` is the
/// number that the observations call all.
detail::CostModel fit(detail::CostModel const& start, std::vector<Observation> const& train,
                      int threads);

double predicted(detail::CostModel const& model, Observation const& seen);

/// |predicted / actual - 1| of some observations.
struct Errors {
  std::size_t count = 0;
  double median = 0;
  double ninety = 0;  ///< the 90th percentile
};
Errors errors_of(detail::CostModel const& model, std::vector<Observation> const& seen);

/// How often the candidate with the smallest prediction took at most 1.05 times the least time of
/// its problem, over problems with more than one candidate.
struct Choices {
  std::size_t good = 0;
  std::size_t all = 0;
};
Choices choices_of(detail::CostModel const& model, std::vector<Observation> const& seen);

/// A line for each row and number of threads, then the figures for all together.
std::string fit_report(detail::CostModel const& model, Split const& parts);

}  // namespace isomer::perf
