// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>

#include <isomer/detail/engine.hpp>

#include "plan/choice/candidates.hpp"

namespace isomer::detail {

/// `4-byte words, 224x3x64 -> 3x224x64 (fastest first)`.
std::string describe_problem(NormalProblem const& normal);

/// What a plan adds about the other way it has for arrays that are in the third-level cache.
std::string describe_while_cached(NormalProblem const& normal, Candidate const& cached,
                                  Machine const& machine);

/// The schema, its slices and its stores.
std::string describe_way(NormalProblem const& normal, Candidate const& candidate,
                         Machine const& machine);

/// A time with its unit: `12.3 us`.
std::string describe_seconds(double seconds);

/// All a plan can say of a candidate: bytes, workspace (at least `other_workspace`), predicted
/// time, and the words for it.
PlanFacts facts_of(NormalProblem const& normal, Candidate const& candidate, Setting const& setting,
                   std::size_t other_workspace = 0);

}  // namespace isomer::detail
