// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/detail/engine.hpp>

#include "cost/candidate.hpp"

namespace isomer::detail {

/// The executable plan of a candidate for a normal problem.
template <class Exec>
PlanPtr<Exec> make_tiled(Problem const& normal, Candidate const& candidate, PlanFacts facts);
template <class Exec>
PlanPtr<Exec> make_copy(Problem const& normal, Candidate const& candidate, PlanFacts facts);
template <class Exec>
PlanPtr<Exec> make_strided(Problem const& normal, Candidate const& candidate, PlanFacts facts);

}  // namespace isomer::detail
