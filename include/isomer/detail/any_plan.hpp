// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <variant>

#include <isomer/detail/engine.hpp>
#include <isomer/detail/exec_spaces.hpp>

namespace isomer::detail {

/// A plan for one of the execution spaces that there are, or none yet.
#define ISOMER_OR_PLAN(space) , PlanPtr<space>
using AnyPlan = std::variant<std::monostate ISOMER_FOR_EACH_EXEC(ISOMER_OR_PLAN)>;
#undef ISOMER_OR_PLAN

/// Throws unless `given` is `planned`, pointers aside.
void require_same(char const* function, Problem const& planned, Problem const& given);
void require_same(char const* function, InPlaceProblem const& planned, InPlaceProblem const& given);
/// Throws the Error about an execution space, or a kind of call, that a plan was not made for.
[[noreturn]] void throw_wrong_plan(char const* function, std::string const& planned,
                                   std::string const& called);
[[noreturn]] void throw_empty_plan(char const* function);
/// Throws Error if the plan comes from no plan_ function, or has been moved from.
void require_made(char const* function, AnyPlan const& plan);
PlanFacts const& facts_of(AnyPlan const& plan);
double predicted_seconds_of(AnyPlan const& plan, Use use);

}  // namespace isomer::detail
