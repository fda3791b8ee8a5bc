// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <variant>

#include <isomer/detail/any_plan.hpp>

namespace isomer::detail {

/// The plan for an execution space. Throws Error if there is none, or one for another space.
template <class Exec>
PlanPtr<Exec> const& plan_on(char const* function, AnyPlan const& plan, char const* exec_name) {
  auto const* const made = std::get_if<PlanPtr<Exec>>(&plan);
  if (made == nullptr || *made == nullptr) {
    require_made(function, plan);
    throw_wrong_plan(function, exec_name, Exec::name());
  }
  return *made;
}

}  // namespace isomer::detail
