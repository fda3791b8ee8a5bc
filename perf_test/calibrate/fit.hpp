// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "calibrate/evaluate.hpp"
#include "calibrate/observation.hpp"
#include "cost/cost_model.hpp"

namespace isomer::perf {

using Split = SplitOf<Observation>;

/// `start` with every row that the observations say enough about fitted anew, to times at one pace
/// (paces.hpp): where a run was slow, the shapes that happened to come then are not. `threads` is
/// the number that the observations call all.
detail::CostModel fit(detail::CostModel const& start, std::vector<Observation> const& train,
                      int threads);

double predicted(detail::CostModel const& model, Observation const& seen);

Errors errors_of(detail::CostModel const& model, std::vector<Observation> const& seen);
Choices choices_of(detail::CostModel const& model, std::vector<Observation> const& seen);

/// A line for each row and number of threads, then the figures for all together.
std::string fit_report(detail::CostModel const& model, Split const& parts);

}  // namespace isomer::perf
