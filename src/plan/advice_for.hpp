// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/advisor/detail/advice_problem.hpp>

#include "machine/machine.hpp"

namespace isomer::detail {

/// Advice for a GPU that need not be here.
Advice advice_for_gpu(Machine const& gpu, AdviceProblem problem, PlanOptions const& options);

}  // namespace isomer::detail
