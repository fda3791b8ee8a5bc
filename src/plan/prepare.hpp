// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <utility>

#include "plan/choice/choice.hpp"
#include "plan/choice/describe_plan.hpp"
#include "schema/device_plan.hpp"
#include "schema/host_plan.hpp"
#include "team/exec_spaces.hpp"

namespace isomer::detail {

/// The executable plan of a candidate for a normal problem, which says what it takes only once, and
/// what the way that it may have beside this one takes as workspace.
template <class Exec>
PlanPtr<Exec> prepare(NormalProblem const& normal, Candidate const& candidate,
                      Setting const& setting, Once const& once = {},
                      std::size_t other_workspace = 0) {
  PlanFacts facts = facts_of(normal, candidate, setting, other_workspace);
  add_once(facts, once, *setting.rates, setting.machine);
  if constexpr (runs_on_host_v<Exec>)
    return make_host_plan<Exec>(normal, candidate, std::move(facts));
  else return make_device_plan<Exec>(normal, candidate, std::move(facts));
}

}  // namespace isomer::detail
