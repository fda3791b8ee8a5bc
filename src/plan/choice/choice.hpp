// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include <isomer/detail/engine.hpp>

#include "cost/candidate.hpp"
#include "cost/once.hpp"
#include "cost/setting.hpp"
#include "problem/normal_problem.hpp"

namespace isomer::detail {

/// The ways that a plan out of place is made of, cheapest first.
struct Choice {
  std::vector<Candidate> in_memory;  ///< never empty
  /// For arrays that may be in the third-level cache; empty where those move in the same way.
  std::vector<Candidate> cached{};
  Once once{};  ///< what planning and the first execution of the first of them take
};

/// Throws Error, with `function` in front, if the schema that `options` force cannot do it.
Choice choose(NormalProblem const& normal, Setting const& setting, PlanOptions const& options,
              char const* function);

/// Adds what a plan takes only once.
void add_once(PlanFacts& facts, Once const& once, Rates const& rates, Machine const& machine);

}  // namespace isomer::detail
