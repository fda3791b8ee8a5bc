// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cost/candidate.hpp"
#include "cost/once.hpp"
#include "machine/machine.hpp"
#include "problem/normal_problem.hpp"

namespace isomer::detail {

/// The tables that a host needs to move a candidate: how many, and about how large. Those that move
/// runs or single words need none.
PlanningWork count_tables(NormalProblem const& normal, Candidate const& candidate,
                          Machine const& machine);

}  // namespace isomer::detail
