// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <utility>

#include "plan/choice/choice.hpp"
#include "plan/choice/describe_plan.hpp"
#include "schema/device_plan.hpp"
#include "schema/schemas.hpp"
#include "team/exec_spaces.hpp"

namespace isomer::detail {

/// The executable plan of a candidate for a normal problem, which says what it takes only once.
template <class Exec>
PlanPtr<Exec> prepare(NormalProblem const& normal, Candidate const& candidate,
                      Setting const& setting, Once const& once = {}) {
  PlanFacts facts = facts_of(normal, candidate, setting);
  add_once(facts, once, *setting.rates, setting.machine);
  if constexpr (!runs_on_host_v<Exec>) {
    return make_device_plan<Exec>(normal, candidate, std::move(facts));
  } else {
    switch (candidate.schema) {
      case Schema::copy:
      case Schema::fvi_match_large: return make_copy<Exec>(normal, candidate, std::move(facts));
      case Schema::strided: return make_strided<Exec>(normal, std::move(facts));
      default: return make_tiled<Exec>(normal, candidate, std::move(facts));
    }
  }
}

}  // namespace isomer::detail
