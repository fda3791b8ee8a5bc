// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cost/work.hpp"
#include "machine/machine.hpp"
#include "problem/normal_problem.hpp"

namespace isomer::detail {

/// Runs that go from source to destination one by one.
Work count_runs(NormalProblem const& normal);

/// Words one by one along the output's fastest axis.
Work count_words(NormalProblem const& normal, Machine const& machine);

}  // namespace isomer::detail
