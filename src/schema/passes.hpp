// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "cost/candidate.hpp"
#include "cost/setting.hpp"
#include "problem/normal_problem.hpp"

namespace isomer::detail {

/// Threads that a candidate keeps busy: small problems and those in few pieces use fewer.
int threads_in_effect(NormalProblem const& normal, Candidate const& candidate,
                      Setting const& setting);

/// The kernel that moves a candidate, and what it does.
std::vector<Pass> passes_of(NormalProblem const& normal, Candidate const& candidate,
                            Setting const& setting);

}  // namespace isomer::detail
