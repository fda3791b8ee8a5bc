// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "calibrate/evaluate.hpp"
#include "calibrate/in_place_observation.hpp"
#include "cost/cost_model.hpp"

namespace isomer::perf {

using InPlaceSplit = SplitOf<InPlaceObservation>;

/// Fits the rows of `model` for moves in place, where the observations say enough about them; the
/// others stay as they are.
void fit_in_place(detail::CostModel& model, std::vector<InPlaceObservation> const& train);

double predicted(detail::CostModel const& model, InPlaceObservation const& seen);

/// A line for each row and number of threads, then the figures for all together, with those of
/// `before` beside them.
std::string in_place_report(detail::CostModel const& model, detail::CostModel const& before,
                            InPlaceSplit const& parts);

}  // namespace isomer::perf
