// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdint>
#include <string>

#include <isomer/detail/engine.hpp>
#include <isomer/error.hpp>

#include "cost/residency.hpp"
#include "in_place/decomposition.hpp"
#include "plan/cache/while_cached.hpp"
#include "plan/choice/choice.hpp"
#include "plan/choice/describe_plan.hpp"
#include "plan/choice/machine_of.hpp"
#include "plan/choice/measure.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "plan/in_place/plan_padded.hpp"
#include "plan/prepare.hpp"
#include "plan/timed_plan.hpp"
#include "problem/normalize.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"

namespace isomer::detail {
namespace {

/// A plan for arrays in memory, with another for arrays in the third-level cache.
template <class Exec>
PlanPtr<Exec> with_cached(PlanPtr<Exec> in_memory, NormalProblem const& normal, Setting setting,
                          Candidate const& candidate) {
  setting.residency = Residency::cache;
  PlanPtr<Exec> cached = prepare<Exec>(normal, candidate, setting);
  PlanFacts facts = in_memory->facts();
  facts.description += describe_while_cached(normal, candidate, setting.machine);
  return std::make_shared<PlanWhileCached<Exec>>(std::move(facts), normal, setting.threads(),
                                                 std::move(in_memory), std::move(cached));
}

/// The plan, with the drift of this process.
template <class Exec>
PlanPtr<Exec> timed(PlanPtr<Exec> plan, Drift& drift) {
  if constexpr (runs_on_host_v<Exec>)
    return std::make_shared<TimedPlan<Exec>>(std::move(plan), drift);
  else return plan;
}

/// Nothing to move.
template <class Exec>
class EmptyPlan final : public ExecutablePlan<Exec> {
 public:
  EmptyPlan() : ExecutablePlan<Exec>({"copy", "nothing to move: an extent is 0"}) {}
  void run(Exec const&, std::byte*, std::byte const*, ScaleFactors const*) const override {}
};

}  // namespace

template <class Exec>
PlanPtr<Exec> make_plan(Exec const& exec, Problem const& problem, PlanOptions const& options,
                        char const* function) {
  NormalProblem const normal = normalize(problem);
  if (normal.bytes == 0) return std::make_shared<EmptyPlan<Exec>>();
  Setting const setting = setting_for(exec, options);
  Choice const choice = choose(normal, setting, options, function);
  std::size_t const while_cached =
      choice.cached.empty() ? 0
                            : workspace_of(normal, choice.cached.front().tiling, setting.threads());
  auto const prepared = [&](Candidate const& c) {
    return prepare<Exec>(normal, c, setting, choice.once, while_cached);
  };
  std::vector<Candidate> const& list = choice.in_memory;
  bool const is_measured = options.effort == Effort::measure && list.size() > 1;
  PlanPtr<Exec> plan = is_measured ? fastest(exec, normal, list, prepared) : prepared(list.front());
  if (!choice.cached.empty())
    return with_cached(std::move(plan), normal, setting, choice.cached.front());
  if (may_be_cached(normal, setting)) return plan;
  if (residency_of(normal, setting) == Residency::cache) return plan;
  return timed(std::move(plan), drift_out_of_place());
}

template <class Exec>
PlanPtr<Exec> make_plan(Exec const& exec, InPlaceProblem const& problem, PlanOptions const& options,
                        char const* function) {
  PlanPtr<Exec> plan = problem.gaps > 0 ? in_place::plan_padded(exec, problem, options, function)
                                        : in_place::plan(exec, problem, options, function);
  PlanFacts const& facts = plan->facts();
  bool const leaves_caches =
      facts.passes > 0 && facts.bytes_read / facts.passes > machine_of(exec).l3_bytes;
  return leaves_caches ? timed(std::move(plan), drift_in_place()) : plan;
}

template <class Exec>
void run_in_place(char const* function, Exec const& exec, ExecutablePlan<Exec> const& plan,
                  std::byte* data) {
  try {
    plan.run(exec, data, nullptr, nullptr);
  } catch (in_place::NoWorkspace const& error) {
    throw Error(std::string(function) + ": " + error.what() +
                "; a smaller PlanOptions::workspace_limit has to be set, or memory be freed");
  }
}

namespace {

void require_workspace(char const* function, PlanFacts const& facts, std::byte const* data,
                       std::int64_t bytes, CallerWorkspace const& workspace) {
  std::string const prefix = std::string(function) + ": the workspace ";
  if (workspace.bytes < facts.workspace_bytes)
    throw Error(prefix + "has " + std::to_string(workspace.bytes) +
                " bytes, it has to have the plan's workspace_bytes() of " +
                std::to_string(facts.workspace_bytes));
  auto const begin = reinterpret_cast<std::uintptr_t>(workspace.data);
  if (facts.workspace_bytes > 0 && begin % in_place::workspace_alignment != 0)
    throw Error(prefix + "begins " + std::to_string(begin % in_place::workspace_alignment) +
                " bytes behind a multiple of " + std::to_string(in_place::workspace_alignment) +
                ", it has to begin on one");
  auto const array = reinterpret_cast<std::uintptr_t>(data);
  if (begin < array + static_cast<std::uintptr_t>(bytes) && array < begin + workspace.bytes)
    throw Error(prefix + "and the view overlap in memory, they have to lie apart");
}

}  // namespace

template <class Exec>
void run_in_place(char const* function, Exec const& exec, ExecutablePlan<Exec> const& plan,
                  std::byte* data, std::int64_t bytes, CallerWorkspace const& workspace) {
  require_workspace(function, plan.facts(), data, bytes, workspace);
  plan.run_in(exec, data, workspace.data);
}

#define ISOMER_INSTANTIATE(Exec)                                                                 \
  template void run_in_place<Exec>(char const*, Exec const&, ExecutablePlan<Exec> const&,        \
                                   std::byte*, std::int64_t, CallerWorkspace const&);            \
  template void run_in_place<Exec>(char const*, Exec const&, ExecutablePlan<Exec> const&,        \
                                   std::byte*);                                                  \
  template PlanPtr<Exec> make_plan<Exec>(Exec const&, Problem const&, PlanOptions const&,        \
                                         char const*);                                           \
  template PlanPtr<Exec> make_plan<Exec>(Exec const&, InPlaceProblem const&, PlanOptions const&, \
                                         char const*);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
