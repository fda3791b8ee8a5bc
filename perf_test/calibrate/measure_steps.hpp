// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include <isomer/detail/problem.hpp>

#include "buffers.hpp"
#include "calibrate/in_place_problems.hpp"
#include "calibrate/observation.hpp"

namespace isomer::perf {

/// The call that such a step is a plan for.
detail::InPlaceProblem as_call(InPlaceProblem const& chosen);

/// Times the decompositions of a step that are not hopeless, taking turns with each other and with
/// a copy. `problem` numbers the observations.
std::vector<Observation> observe(Exec const& exec, Buffers& buffers, InPlaceProblem const& chosen,
                                 std::size_t workspace_limit, int problem);

}  // namespace isomer::perf
