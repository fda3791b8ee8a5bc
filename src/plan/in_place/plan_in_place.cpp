// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/in_place/plan_in_place.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <isomer/error.hpp>

#include "in_place/work.hpp"
#include "plan/choice/measure.hpp"
#include "plan/in_place/in_place_plan.hpp"
#include "plan/in_place/methods_in_place.hpp"
#include "plan/in_place/planner.hpp"
#include "team/emulated_gpu.hpp"
#include "team/exec_spaces.hpp"

namespace isomer::in_place {

namespace {

template <class Exec>
[[noreturn]] void throw_no_plan(char const* function, Planner<Exec> const& planner,
                                Limits const& limits, std::string const& forced) {
  std::string const prefix = std::string(function) + ": ";
  auto const least = planner.least_workspace();
  if (least && *least > limits.workspace)
    throw Error(prefix + "workspace_limit was " + std::to_string(limits.workspace) +
                " bytes, has to be at least " + std::to_string(*least) +
                (forced.empty() ? "" : " for schema \"" + forced + "\""));
  throw Error(prefix + "schema was \"" + forced +
              "\", has to be a decomposition that can do this permutation: empty, or one of " +
              method_names<Exec>());
}

/// What the search finds for a problem on a machine.
template <class Exec>
struct Found {
  FusedAxes axes;
  Limits limits;
  Choices<Exec> choices{};  ///< none where nothing moves
  detail::Once once{.planning = {.plans = 1}};
};

template <class Exec>
Found<Exec> find(detail::Machine const& machine, detail::Rates const& rates,
                 detail::InPlaceProblem const& problem, PlanOptions const& options,
                 char const* function) {
  FusedAxes const axes = fuse(problem);
  Found<Exec> found{axes, limits_for(machine, rates, axes.bytes(), options)};
  found.limits.has_workspace = problem.has_workspace;
  if (axes.rank() < 2) return found;
  Planner<Exec> const planner(axes, found.limits, options.schema);
  auto chosen = planner.choose();
  if (chosen.choices.empty()) throw_no_plan(function, planner, found.limits, options.schema);
  found.once.planning = found.once.planning + chosen.planning;
  found.choices = std::move(chosen.choices);
  return found;
}

/// Predictions this many times the best one are not worth a measurement.
constexpr double hopeless = 4;
/// Searches for plans that differ; most find one.
constexpr std::size_t most_searches = 3 * detail::measured_candidates;

template <class Exec>
bool is_same(Choices<Exec> const& a, Choices<Exec> const& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](auto const& one, auto const& other) {
    return one.name == other.name && one.estimate.seconds == other.estimate.seconds;
  });
}

/// The best plans that differ in a decomposition or in their order of steps: `first`, then what the
/// model chooses when it has to do without some of the decompositions of an earlier one. Adds what
/// choosing them takes to `planning`.
template <class Exec>
std::vector<Choices<Exec>> alternatives(Choices<Exec> first, FusedAxes const& axes,
                                        Limits const& limits, std::string const& forced,
                                        detail::PlanningWork& planning) {
  double const worst = hopeless * seconds_of(first);
  std::vector<Choices<Exec>> found;
  std::vector<MethodNames> avoided;
  auto const avoid_each = [&](Choices<Exec> const& choices, MethodNames const& already) {
    for (auto const& choice : choices) {
      MethodNames names = already;
      names.insert(choice.name);
      if (std::find(avoided.begin(), avoided.end(), names) == avoided.end())
        avoided.push_back(std::move(names));
    }
  };
  avoid_each(first, {});
  found.push_back(std::move(first));
  for (std::size_t k = 0; k < std::min(avoided.size(), most_searches); ++k) {
    if (found.size() == detail::measured_candidates) break;
    MethodNames const without = avoided[k];
    auto [choices, work] = Planner<Exec>(axes, limits, forced, without).choose();
    planning = planning + work;
    if (choices.empty() || seconds_of(choices) > worst) continue;
    avoid_each(choices, without);
    bool const is_new =
        std::none_of(found.begin(), found.end(),
                     [&, &wanted = choices](auto const& other) { return is_same(other, wanted); });
    if (is_new) found.push_back(std::move(choices));
  }
  return found;
}

/// The fastest of the alternatives on a scratch array; the first without a scratch array.
template <class Exec>
std::unique_ptr<detail::ExecutablePlan<Exec>> fastest(char const* function, Exec const& exec,
                                                      Found<Exec> found,
                                                      std::string const& forced) {
  Limits const& limits = found.limits;
  detail::Once once = found.once;
  auto list = alternatives(std::move(found.choices), found.axes, limits, forced, once.planning);
  if (list.size() == 1)
    return plan_of(std::move(list[0]), "; measured: it is the only one", limits, once);
  std::int64_t const bytes = found.axes.bytes();
  auto const array =
      detail::scratch(exec, "isomer::in_place::measure", static_cast<std::size_t>(bytes));
  if (!array)
    return plan_of(
        std::move(list[0]),
        "; not measured: no memory for a scratch array of " + std::to_string(bytes) + " bytes",
        limits, once);
  once.planning.scratch_pages =
      static_cast<double>(bytes) / static_cast<double>(limits.machine.page_bytes);
  for (auto const& choices : list)
    once.trial_seconds += detail::measured_repeats * seconds_of(choices);
  std::string const remark =
      "; measured: the fastest of " + std::to_string(list.size()) + " on a scratch array";
  std::vector<std::unique_ptr<detail::ExecutablePlan<Exec>>> plans;
  plans.reserve(list.size());
  for (auto& choices : list) plans.push_back(plan_of(std::move(choices), remark, limits, once));
  auto const best = detail::fastest_of(exec, plans.size(), [&](std::size_t k) {
    detail::run_in_place(function, exec, *plans[k], array->data());
  });
  return std::move(plans[best]);
}

}  // namespace

Limits limits_for(detail::Machine machine, detail::Rates const& rates, std::int64_t bytes,
                  PlanOptions const& options) {
  std::size_t workspace = options.workspace_limit;
  if (workspace == PlanOptions::automatic) {
    constexpr std::size_t of_host_thread = std::size_t{8} << 20;
    constexpr std::size_t of_gpu = std::size_t{64} << 20;
    workspace =
        static_cast<std::size_t>(bytes / 50) +
        (machine.is_host() ? static_cast<std::size_t>(machine.units) * of_host_thread : of_gpu);
  }
  // Signed sums of what plans need stay far below.
  constexpr std::size_t no_limit = std::size_t{1} << 60;
  return {std::min(workspace, no_limit), std::move(machine), &rates};
}

template <class Exec>
detail::PlanFacts facts_on(detail::Machine const& machine, detail::Rates const& rates,
                           detail::InPlaceProblem const& problem, PlanOptions const& options,
                           char const* function) {
  auto const found = find<Exec>(machine, rates, problem, options, function);
  return facts_of(found.choices, found.limits, found.once);
}

template <class Exec>
detail::Once once_on(detail::Machine const& machine, detail::Rates const& rates,
                     detail::InPlaceProblem const& problem, PlanOptions const& options,
                     char const* function) {
  auto const found = find<Exec>(machine, rates, problem, options, function);
  detail::Once once = found.once;
  once.cold = cold_work(found.choices, machine);
  return once;
}

template <class Exec>
std::unique_ptr<detail::ExecutablePlan<Exec>> plan(Exec const& exec,
                                                   detail::InPlaceProblem const& problem,
                                                   PlanOptions const& options,
                                                   char const* function) {
  auto found = find<Exec>(detail::machine_of(exec), detail::model_in_use().rates, problem, options,
                          function);
  if (options.effort == Effort::estimate || found.choices.empty())
    return plan_of(std::move(found.choices), "", found.limits, found.once);
  return fastest(function, exec, std::move(found), options.schema);
}

GpuPlan plan_for_gpu(detail::Machine const& gpu, detail::InPlaceProblem const& problem,
                     PlanOptions const& options, char const* function) {
  using team::EmulatedGpu;
  auto found = find<EmulatedGpu>(gpu, detail::default_rates(gpu), problem, options, function);
  detail::PlanFacts facts = facts_of(found.choices, found.limits, found.once);
  auto const choices = std::make_shared<Choices<EmulatedGpu> const>(std::move(found.choices));
  auto const run = [choices, description = facts.description](
                       team::Launcher& launcher, std::byte* data, std::byte* workspace) {
    run_all(EmulatedGpu(launcher), description, *choices, data, workspace);
  };
  return {std::move(facts), run};
}

std::vector<team::LaunchAudit> audit(GpuPlan const& plan) {
  // Addresses that nothing reads: a kernel runs for where it would go.
  auto* const data = reinterpret_cast<std::byte*>(std::uintptr_t{1} << 46);
  auto* const workspace = reinterpret_cast<std::byte*>(std::uintptr_t{1} << 45);
  team::AuditingLauncher launcher;
  plan.run(launcher, data, workspace);
  return launcher.launches();
}

template detail::PlanFacts facts_on<team::EmulatedGpu>(detail::Machine const&, detail::Rates const&,
                                                       detail::InPlaceProblem const&,
                                                       PlanOptions const&, char const*);

#define ISOMER_INSTANTIATE(Exec)                                                               \
  template detail::PlanFacts facts_on<Exec>(detail::Machine const&, detail::Rates const&,      \
                                            detail::InPlaceProblem const&, PlanOptions const&, \
                                            char const*);                                      \
  template detail::Once once_on<Exec>(detail::Machine const&, detail::Rates const&,            \
                                      detail::InPlaceProblem const&, PlanOptions const&,       \
                                      char const*);                                            \
  template std::unique_ptr<detail::ExecutablePlan<Exec>> plan<Exec>(                           \
      Exec const&, detail::InPlaceProblem const&, PlanOptions const&, char const*);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
