// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/records/measure_changes.hpp"

#include <algorithm>

#include <isomer/detail/engine.hpp>
#include <isomer/plan_options.hpp>

#include "calibrate/take_turns.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "records/in_place/in_place_move.hpp"
#include "records/move/copy_plan.hpp"

namespace isomer::perf {
namespace {

std::vector<detail::Pass> passes_of(detail::RecordProblem const& problem,
                                    in_place::Limits const& limits) {
  if (!problem.in_place) return {records::copy_pass(problem, limits)};
  return records::in_place_move<Exec>(problem, limits).estimate.work;
}

}  // namespace

std::vector<Observation> observe(Exec const& exec, Buffers& buffers, DrawnChange const& drawn,
                                 int problem) {
  detail::RecordProblem const& change = drawn.problem;
  auto const limits = in_place::limits_for(exec, change.src.bytes, PlanOptions{});
  auto const passes = passes_of(change, limits);
  auto const plan = detail::make_plan(exec, change, PlanOptions{}, "isomer_perf --calibrate");
  std::int64_t const bytes = std::max(change.src.bytes, change.dst.bytes);
  Turns const turns = take_turns(exec, buffers, {passes.front().residency, bytes, bytes},
                                 {[&](std::byte* dst, std::byte* src) {
                                   if (change.in_place) plan->run(exec, src, nullptr, nullptr);
                                   else plan->run(exec, dst, src, nullptr);
                                 }});
  return {{problem, change.in_place ? "records" : "records_copy", limits.threads(),
           turns.seconds.front(), turns.copy_seconds, passes, drawn.what}};
}

}  // namespace isomer::perf
