// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/measure_steps.hpp"

#include <algorithm>
#include <limits>

#include "calibrate/take_turns.hpp"
#include "in_place/work.hpp"
#include "plan/in_place/methods_in_place.hpp"
#include "plan/in_place/plan_in_place.hpp"

namespace isomer::perf {

namespace {

/// Estimates beyond this multiple of the best are worth a look where a run is brief, and of some
/// problems of all sizes: rates that never saw what large arrays cost would not know it.
constexpr double hopeless = 5;
constexpr std::int64_t brief_bytes = 6 << 20;
constexpr int seen_once_in = 8;
constexpr double longest_seconds = 1;

struct Timed {
  std::string_view decomposition;
  in_place::Estimate estimate;
  std::unique_ptr<detail::ExecutablePlan<Exec>> plan;
};

std::vector<Timed> candidates(Exec const& exec, InPlaceProblem const& chosen, PlanOptions options,
                              bool with_hopeless) {
  in_place::Step const& step = chosen.step;
  auto const limits = in_place::limits_for(exec, step.bytes(), options);
  std::vector<Timed> found;
  double least = std::numeric_limits<double>::infinity();
  for (auto const* decomposition : in_place::methods<Exec>()) {
    auto const estimate = decomposition->estimate(step, limits);
    if (!estimate || estimate->workspace > limits.workspace) continue;
    options.schema = decomposition->name();
    auto plan = in_place::plan(exec, as_call(chosen), options, "isomer::perf");
    if (plan->facts().schema != decomposition->name()) continue;  // it takes several steps
    found.push_back({decomposition->name(), *estimate, std::move(plan)});
    least = std::min(least, estimate->seconds);
  }
  double const most = with_hopeless ? longest_seconds : 0;
  if (step.bytes() > brief_bytes)
    std::erase_if(found, [&](Timed const& timed) {
      return timed.estimate.seconds > std::max(hopeless * least, most);
    });
  return found;
}

/// `8 B 1x4000x1x3001 of 8 B in 1000000`: word, step, chunk and workspace limit.
std::string text_of(InPlaceProblem const& chosen, std::size_t workspace) {
  in_place::Step const& step = chosen.step;
  return std::to_string(chosen.word) + " B " + std::to_string(step.batch) + "x" +
         std::to_string(step.rows) + "x" + std::to_string(step.middle) + "x" +
         std::to_string(step.cols) + " of " + std::to_string(step.chunk_bytes) + " B in " +
         std::to_string(workspace);
}

}  // namespace

detail::InPlaceProblem as_call(InPlaceProblem const& chosen) {
  in_place::Step const& step = chosen.step;
  detail::InPlaceProblem call;
  call.rank = 5;
  call.element_bytes = chosen.word;
  call.extent = {step.batch, step.rows, step.middle, step.cols, step.chunk_bytes / chosen.word};
  call.axes = {0, 3, 2, 1, 4};
  return call;
}

std::vector<Observation> observe(Exec const& exec, Buffers& buffers, InPlaceProblem const& chosen,
                                 std::size_t workspace_limit, int problem) {
  PlanOptions const options{.workspace_limit = workspace_limit};
  std::int64_t const bytes = chosen.step.bytes();
  auto const limits = in_place::limits_for(exec, bytes, options);
  auto const timed = candidates(exec, chosen, options, problem % seen_once_in == 0);
  if (timed.empty()) return {};
  auto const residency = in_place::residency_of(bytes, limits);
  std::vector<MoveOnPair> moves;
  for (Timed const& one : timed)
    moves.push_back(
        [&](std::byte*, std::byte* data) { one.plan->run(exec, data, nullptr, nullptr); });
  Turns const turns = take_turns(exec, buffers, {residency, bytes, bytes}, moves);
  std::vector<Observation> seen;
  for (std::size_t k = 0; k < timed.size(); ++k)
    seen.push_back({problem, std::string(timed[k].decomposition), limits.threads(),
                    turns.seconds[k], turns.copy_seconds, timed[k].estimate.work,
                    text_of(chosen, limits.workspace)});
  return seen;
}

}  // namespace isomer::perf
