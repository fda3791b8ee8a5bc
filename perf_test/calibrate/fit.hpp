// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "calibrate/evaluate.hpp"
#include "calibrate/observation.hpp"
#include "cost/rates.hpp"

namespace isomer::perf {

/// `start` with every row that the observations say enough about fitted anew, to times without
/// drift (drifts.hpp): where a run was slow, the shapes that happened to come then are not.
/// `threads` is the number that the observations call all.
detail::Rates fit(detail::Rates const& start, std::vector<Observation> const& train, int threads);

double predicted(detail::Rates const& rates, Observation const& seen);

/// A line for each method and number of threads, the rates, and the figures for all together, out
/// of place and in place.
std::string fit_report(detail::Rates const& rates, Split const& parts);

}  // namespace isomer::perf
