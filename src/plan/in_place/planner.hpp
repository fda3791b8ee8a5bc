// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Which tasks, by which decompositions: the sequence of least predicted time.

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "in_place/blocks/blocks.hpp"
#include "in_place/work.hpp"
#include "plan/in_place/compose.hpp"
#include "plan/in_place/copy_back.hpp"
#include "plan/in_place/in_place_plan.hpp"
#include "plan/in_place/methods_in_place.hpp"
#include "plan/in_place/outdone.hpp"
#include "team/exec_spaces.hpp"

namespace isomer::in_place {

using MethodNames = std::set<std::string, std::less<>>;

template <class Exec>
double seconds_of(Choices<Exec> const& choices) {
  double sum = 0;
  for (auto const& choice : choices) sum += choice.estimate.seconds;
  return sum;
}

template <class Exec>
int passes_of(Choices<Exec> const& choices) {
  int sum = 0;
  for (auto const& choice : choices) sum += choice.estimate.passes;
  return sum;
}

/// What was chosen, and what choosing took.
template <class Exec>
struct Chosen {
  Choices<Exec> choices;
  detail::PlanningWork planning{};
};

/// Finds tasks and decompositions for one problem under one set of limits.
template <class Exec>
class Planner {
 public:
  Planner(FusedAxes const& axes, Limits const& limits, std::string const& forced,
          MethodNames avoided = {})
      : axes_(axes), limits_(limits), forced_(forced), avoided_(std::move(avoided)) {}

  /// Nothing chosen if nothing fits the limits.
  Chosen<Exec> choose() const {
    estimates_ = 0;
    auto choices = cheapest();
    return {std::move(choices), {.estimates = static_cast<double>(estimates_)}};
  }

  /// The least workspace under which `choose` finds something; nothing if there is none.
  std::optional<std::size_t> least_workspace() const {
    Costs model;
    model.by_maximum = true;
    model.step = [&](Step const& step) -> std::optional<double> {
      std::optional<double> least;
      for (auto const* decomposition : methods<Exec>()) {
        if (!may_use(decomposition->name())) continue;
        auto const bytes = decomposition->least_workspace(step, limits_);
        if (bytes && (!least || static_cast<double>(*bytes) < *least))
          least = static_cast<double>(*bytes);
      }
      return least;
    };
    model.block = [](BlockStep const&) -> std::optional<double> { return std::nullopt; };
    auto const tasks = compose(axes_, model);
    if (tasks.empty() && forced_ == copy_back_name) return CopyBack<Exec>::least_workspace(axes_);
    if (tasks.empty()) return std::nullopt;
    double least = 0;
    for (Task const& task : tasks) least = std::max(least, *model.step(task.step));
    return static_cast<std::size_t>(least);
  }

 private:
  Choices<Exec> cheapest() const {
    auto copy_back = copy_back_estimate();
    Costs model;
    // On a host a single pass is taken whatever a copy costs.
    if (copy_back && !limits_.machine.is_host()) model.most = copy_back->seconds;
    model.least = least_copies(residency_of(axes_.bytes(), limits_)) * 2.0 *
                  static_cast<double>(axes_.bytes()) / limits_.machine.copy_bandwidth;
    model.step = [&](Step const& step) -> std::optional<double> {
      auto const best = best_for(step);
      if (best.first == nullptr) return std::nullopt;
      return std::max(model.least, best.second.seconds);
    };
    model.block = [&](BlockStep const& step) -> std::optional<double> {
      auto const estimate = estimate_blocks(step);
      if (!estimate) return std::nullopt;
      return std::max(model.least, estimate->seconds);
    };
    Choices<Exec> choices;
    for (Task const& task : compose(axes_, model)) choices.push_back(choice_for(task));
    return or_copy_back(std::move(choices), std::move(copy_back));
  }

  std::optional<Estimate> copy_back_estimate() const {
    if (!may_use(copy_back_name)) return std::nullopt;
    if (forced_.empty() && is_copy_outdone(axes_.bytes(), 2, limits_)) return std::nullopt;
    return CopyBack<Exec>::estimate(axes_, limits_);
  }

  /// The choices, or what takes less time by way of a copy.
  Choices<Exec> or_copy_back(Choices<Exec> choices, std::optional<Estimate> estimate) const {
    if (forced_.empty() && is_copy_outdone(axes_.bytes(), passes_of(choices), limits_))
      return choices;
    if (!estimate || (!choices.empty() && seconds_of(choices) <= estimate->seconds)) return choices;
    choices.clear();
    choices.push_back({std::string(copy_back_name), std::move(*estimate),
                       CopyBack<Exec>::prepare(axes_, limits_)});
    return choices;
  }

  /// No step takes less than this share of the copy that the decompositions reckon with, whatever
  /// rates of another machine say: twice its speed has been seen, and four times in the caches.
  static double least_copies(detail::Residency residency) {
    return residency == detail::Residency::memory ? 0.4 : 0.2;
  }

  bool may_use(std::string_view name) const {
    return (forced_.empty() || forced_ == name) && !avoided_.contains(name);
  }

  std::optional<Estimate> estimate_blocks(BlockStep const& step) const {
    if (!may_use("blocks")) return std::nullopt;
    if (forced_.empty() && is_outdone("blocks", step, limits_)) return std::nullopt;
    ++estimates_;
    return BlockPermutations<Exec>::estimate(step, limits_);
  }

  std::pair<Decomposition<Exec> const*, Estimate> best_for(Step const& step) const {
    std::pair<Decomposition<Exec> const*, Estimate> best{nullptr, {}};
    for (auto const* decomposition : methods<Exec>()) {
      if (!may_use(decomposition->name())) continue;
      if (forced_.empty() && is_outdone(decomposition->name(), step, limits_)) continue;
      ++estimates_;
      auto estimate = decomposition->estimate(step, limits_);
      if (!estimate || estimate->workspace > limits_.workspace) continue;
      if (best.first == nullptr || estimate->seconds < best.second.seconds)
        best = {decomposition, *estimate};
    }
    return best;
  }

  Choice<Exec> choice_for(Task const& task) const {
    if (task.is_blocks())
      return {"blocks", *estimate_blocks(task.block),
              BlockPermutations<Exec>::prepare(task.block, limits_)};
    auto const [decomposition, estimate] = best_for(task.step);
    return {std::string(decomposition->name()), estimate,
            decomposition->prepare(task.step, limits_)};
  }

  FusedAxes const& axes_;
  Limits const& limits_;
  std::string const& forced_;
  MethodNames avoided_;
  mutable std::int64_t estimates_ = 0;  ///< of the search under way
};

}  // namespace isomer::in_place
