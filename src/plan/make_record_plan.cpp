// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include <isomer/detail/engine.hpp>
#include <isomer/error.hpp>

#include "plan/in_place/in_place_plan.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "plan/timed_plan.hpp"
#include "records/device/device_plans.hpp"
#include "records/in_place/in_place_move.hpp"
#include "records/move/buffered_panels.hpp"
#include "records/move/copy_plan.hpp"
#include "team/exec_spaces.hpp"

namespace isomer::detail {
namespace {

void require_few_leaves(RecordProblem const& problem, char const* function) {
  if (problem.leaf_bytes.size() <= records::max_leaves) return;
  throw Error(std::string(function) + ": the record has " +
              std::to_string(problem.leaf_bytes.size()) + " leaves, it has to have " +
              std::to_string(records::max_leaves) + " or fewer");
}

void require_schema(PlanOptions const& options, char const* function) {
  if (options.schema.empty() || options.schema == "records") return;
  throw Error(std::string(function) + ": schema was \"" + options.schema +
              R"(", has to be empty or "records")");
}

template <class Exec>
records::InPlaceChoice<Exec> in_place_move(Exec const& exec, RecordProblem const& problem,
                                           in_place::Limits const& limits, char const* function) {
  if constexpr (runs_on_host_v<Exec>) return records::in_place_move<Exec>(problem, limits);
  else return records::device_in_place_move(exec, problem, limits, function);
}

template <class Exec>
PlanPtr<Exec> copy_plan(Exec const& exec, RecordProblem const& problem,
                        in_place::Limits const& limits, [[maybe_unused]] char const* function) {
  if constexpr (runs_on_host_v<Exec>) return records::copy_plan<Exec>(problem, limits);
  else return records::device_copy_plan(exec, problem, limits, function);
}

template <class Exec>
PlanPtr<Exec> plan_in_place(Exec const& exec, RecordProblem const& problem,
                            in_place::Limits const& limits, char const* function) {
  auto [estimate, move] = in_place_move(exec, problem, limits, function);
  if (estimate.workspace > limits.workspace)
    throw Error(std::string(function) + ": workspace_limit is " + std::to_string(limits.workspace) +
                " bytes, it has to be at least " + std::to_string(estimate.workspace));
  in_place::Choices<Exec> choices;
  Once const once{.planning = records::planning_work(estimate)};
  choices.push_back({"records", std::move(estimate), std::move(move)});
  return in_place::plan_of(std::move(choices), "", limits, once);
}

}  // namespace

template <class Exec>
PlanPtr<Exec> make_plan(Exec const& exec, RecordProblem const& problem, PlanOptions const& options,
                        char const* function) {
  require_few_leaves(problem, function);
  require_schema(options, function);
  auto const limits = in_place::limits_for(exec, problem.src.bytes, options);
  PlanPtr<Exec> plan = problem.in_place ? plan_in_place(exec, problem, limits, function)
                                        : copy_plan(exec, problem, limits, function);
  // What fits the caches has no drift of its own, and devices have none.
  std::int64_t const bytes = problem.count * records::largest_record(problem);
  if (!runs_on_host_v<Exec> || bytes <= limits.machine.l3_bytes) return plan;
  return std::make_shared<TimedPlan<Exec>>(
      std::move(plan), problem.in_place ? drift_in_place() : drift_out_of_place());
}

#define ISOMER_INSTANTIATE(Exec)                                                                \
  template PlanPtr<Exec> make_plan<Exec>(Exec const&, RecordProblem const&, PlanOptions const&, \
                                         char const*);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
