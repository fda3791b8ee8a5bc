// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/detail/engine.hpp>

#include "cost/candidate.hpp"

namespace isomer::detail {

/// The executable plan of a candidate for a normal problem, on a host.
template <class Exec>
PlanPtr<Exec> make_host_plan(NormalProblem const& normal, Candidate const& candidate,
                             PlanFacts facts);

}  // namespace isomer::detail
