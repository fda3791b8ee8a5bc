// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cost/work.hpp"
#include "machine/machine.hpp"
#include "problem/normal_problem.hpp"
#include "tiling/tiling.hpp"

namespace isomer::detail {

/// What moving a problem tile by tile does.
Work count_tiles(NormalProblem const& normal, Tiling const& tiling, Machine const& machine);

}  // namespace isomer::detail
