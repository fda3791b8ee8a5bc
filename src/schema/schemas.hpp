// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/detail/engine.hpp>

#include "cost/candidate.hpp"

namespace isomer::detail {

/// The executable plan of a candidate for a normal problem, on a host.
template <class Exec>
PlanPtr<Exec> make_tiled(NormalProblem const& normal, Candidate const& candidate, PlanFacts facts);
template <class Exec>
PlanPtr<Exec> make_copy(NormalProblem const& normal, Candidate const& candidate, PlanFacts facts);
template <class Exec>
PlanPtr<Exec> make_strided(NormalProblem const& normal, PlanFacts facts);

}  // namespace isomer::detail
