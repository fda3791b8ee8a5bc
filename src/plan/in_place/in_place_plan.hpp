// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>

#include <isomer/detail/engine.hpp>

#include "in_place/decomposition.hpp"
#include "plan/choice/choice.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "plan/workspace/workspace.hpp"
#include "team/report_failures.hpp"

/// The executable plan of a chosen sequence of decompositions.
namespace isomer::in_place {

/// A task with the decomposition that does it best.
template <class Exec>
struct Choice {
  std::string name;
  Estimate estimate;
  std::unique_ptr<Move<Exec>> move;
};

template <class Exec>
using Choices = std::vector<Choice<Exec>>;

template <class Exec>
void run_all(Exec const& exec, std::string const& description, Choices<Exec> const& choices,
             std::byte* data, std::byte* workspace) {
  team::report_failures(description, [&] {
    for (Choice<Exec> const& choice : choices) choice.move->run(exec, data, workspace);
  });
}

template <class Exec>
class InPlacePlan final : public detail::ExecutablePlan<Exec> {
 public:
  InPlacePlan(detail::PlanFacts facts, Choices<Exec> choices)
      : detail::ExecutablePlan<Exec>(std::move(facts)), choices_(std::move(choices)) {}

  void run(Exec const& exec, std::byte* dst, std::byte const*,
           detail::ScaleFactors const*) const override {
    // All memory first: once a byte has moved, nothing can fail any more.
    WorkspaceOn<Exec> const workspace(exec, this->facts().workspace_bytes);
    if (!workspace) throw NoWorkspace(this->facts().workspace_bytes);
    run_in(exec, dst, workspace.data());
  }

  void run_in(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    run_all(exec, this->facts().description, choices_, data, workspace);
  }

 private:
  Choices<Exec> choices_;
};

/// "2 passes: panel (..), then blocks (..); reads 8 B and writes 8 B, workspace 64 B".
template <class Exec>
detail::PlanFacts facts_of(Choices<Exec> const& choices) {
  detail::PlanFacts facts;
  std::string steps;
  for (auto const& choice : choices) {
    auto const& estimate = choice.estimate;
    facts.schema.append(facts.schema.empty() ? "" : "+").append(choice.name);
    facts.predicted_seconds += estimate.seconds;
    facts.workspace_bytes = std::max(facts.workspace_bytes, estimate.workspace);
    facts.bytes_read += estimate.bytes_read;
    facts.bytes_written += estimate.bytes_written;
    facts.passes += estimate.passes;
    facts.kept_bytes += choice.move->kept_bytes();
    auto const details = choice.move->describe();
    steps.append(steps.empty() ? "" : ", then ").append(choice.name);
    if (!details.empty()) steps.append(" (").append(details).append(")");
  }
  if (choices.empty()) {
    facts.schema = "nothing";
    facts.description = "in place: nothing to do, the bytes already lie as asked";
    return facts;
  }
  facts.description = "in place, " + std::to_string(facts.passes) +
                      (facts.passes == 1 ? " pass: " : " passes: ") + steps + "; reads " +
                      std::to_string(facts.bytes_read) + " and writes " +
                      std::to_string(facts.bytes_written) + " bytes, workspace " +
                      std::to_string(facts.workspace_bytes) + " bytes";
  return facts;
}

/// What the first execution does beyond the next ones.
template <class Exec>
detail::ColdWork cold_work(Choices<Exec> const& choices, detail::Machine const& machine) {
  std::vector<detail::Pass> passes;
  std::int64_t bytes = 0;  // of the array, which each choice moves as a whole
  for (auto const& [name, estimate, move] : choices) {
    passes.insert(passes.end(), estimate.work.begin(), estimate.work.end());
    bytes = std::max(bytes, estimate.bytes_read / std::max(1, estimate.passes));
  }
  return detail::cold_work(passes, bytes, machine);
}

/// The same with what a plan takes only once: `once`, and the first execution.
template <class Exec>
detail::PlanFacts facts_of(Choices<Exec> const& choices, Limits const& limits,
                           detail::Once once = {.planning = {.plans = 1}}) {
  detail::PlanFacts facts = facts_of(choices);
  once.cold = cold_work(choices, limits.machine);
  detail::add_once(facts, once, *limits.rates, limits.machine);
  return facts;
}

template <class Exec>
std::unique_ptr<detail::ExecutablePlan<Exec>> plan_of(
    Choices<Exec> choices, std::string const& remark, Limits const& limits,
    detail::Once const& once = {.planning = {.plans = 1}}) {
  auto facts = facts_of(choices, limits, once);
  facts.description += remark;
  return std::make_unique<InPlacePlan<Exec>>(std::move(facts), std::move(choices));
}

}  // namespace isomer::in_place
