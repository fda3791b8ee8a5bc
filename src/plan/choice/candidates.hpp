// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "cost/candidate.hpp"
#include "cost/setting.hpp"
#include "problem/normal_problem.hpp"

namespace isomer::detail {

/// Predicted seconds of one execution.
double predicted_seconds(NormalProblem const& normal, Candidate const& candidate,
                         Setting const& setting);

/// What candidates are put in order by: the seconds expected, but the default shape of tiles gives
/// way only to one that promises to be faster by more than the model errs.
double ranked_seconds(Candidate const& candidate);

/// All that is proposed for a normal problem, priced, cheapest first by the model. Never empty.
std::vector<Candidate> candidates(NormalProblem const& normal, Setting const& setting);

}  // namespace isomer::detail
