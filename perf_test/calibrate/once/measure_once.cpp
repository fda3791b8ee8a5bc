// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/once/measure_once.hpp"

#include <algorithm>

#include <isomer/detail/engine.hpp>

#include "calibrate/measure_steps.hpp"
#include "plan/choice/choice.hpp"
#include "plan/choice/machine_of.hpp"
#include "plan/choice/measure.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "problem/normalize.hpp"
#include "records/in_place/in_place_move.hpp"

namespace isomer::perf {

namespace {

constexpr int rounds = 5;
constexpr char const* function = "isomer_perf";

OnceObservation observed(detail::Once const& once, OnceTimes const& times) {
  return {once, times.planning_seconds, times.first_seconds, times.repeated_seconds};
}

}  // namespace

OnceObservation observe_once(Exec const& exec, Buffers& buffers, ColdCaches& caches,
                             detail::Problem const& problem, PlanOptions const& options) {
  auto const normal = detail::normalize(problem);
  auto const setting = detail::setting_for(exec, options);
  buffers.provide(
      2, static_cast<std::int64_t>(std::max(
             detail::span_bytes(normal, &detail::Axis::src_stride, normal.element_bytes),
             detail::span_bytes(normal, &detail::Axis::dst_stride, normal.dst_element_bytes()))));
  auto const make = [&]() -> Move {
    auto const plan = detail::make_plan(exec, problem, options, function);
    return [&, plan](int) { plan->run(exec, buffers[1], buffers[0], nullptr); };
  };
  auto const once = detail::choose(normal, setting, options, function).once;
  return observed(once, time_once(exec, caches, make, rounds));
}

OnceObservation observe_once(Exec const& exec, Buffers& buffers, ColdCaches& caches,
                             InPlaceProblem const& chosen) {
  auto const call = as_call(chosen);
  buffers.provide(1, chosen.step.bytes());
  auto const make = [&]() -> Move {
    auto const plan = detail::make_plan(exec, call, PlanOptions{}, function);
    return [&, plan](int) { detail::run_in_place(function, exec, *plan, buffers[0]); };
  };
  auto const once = in_place::once_on<Exec>(detail::machine_of(exec), detail::model_in_use().rates,
                                            call, PlanOptions{}, function);
  return observed(once, time_once(exec, caches, make, rounds));
}

OnceObservation observe_once(Exec const& exec, Buffers& buffers, ColdCaches& caches,
                             detail::RecordProblem const& problem) {
  std::int64_t const bytes = std::max(problem.src.bytes, problem.dst.bytes);
  buffers.provide(1, bytes);
  auto const make = [&]() -> Move {
    auto const plan = detail::make_plan(exec, problem, PlanOptions{}, function);
    return [&, plan](int) { detail::run_in_place(function, exec, *plan, buffers[0]); };
  };
  auto const limits = in_place::limits_for(exec, problem.src.bytes, PlanOptions{});
  auto const estimate = records::predicted(problem, limits);
  detail::Once const once{.planning = records::planning_work(estimate),
                          .cold = detail::cold_work(estimate.work, bytes, limits.machine)};
  return observed(once, time_once(exec, caches, make, rounds));
}

}  // namespace isomer::perf
