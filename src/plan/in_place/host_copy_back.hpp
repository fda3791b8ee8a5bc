// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "in_place/work.hpp"
#include "plan/choice/candidates.hpp"
#include "plan/in_place/copy_back_halves.hpp"
#include "plan/prepare.hpp"

namespace isomer::in_place {

/// A permutation by way of a copy on a host: the plans out of place of both halves, one behind the
/// other.
template <class Exec>
class HostCopyBack final : public Move<Exec> {
 public:
  HostCopyBack(FusedAxes const& axes, Limits const& limits)
      : there_(plan_of(permutation_of(axes), limits)), back_(plan_of(copy_of(axes), limits)) {}

  static std::optional<Estimate> estimate(FusedAxes const& axes, Limits const& limits) {
    bool const is_problem = axes.element_bytes <= std::numeric_limits<std::int32_t>::max();
    if (!is_problem || static_cast<std::size_t>(axes.bytes()) > limits.workspace)
      return std::nullopt;
    Estimate estimate;
    for (detail::NormalProblem const& half : {permutation_of(axes), copy_of(axes)}) {
      auto const passes = way_of(half, limits).passes;
      estimate.work.insert(estimate.work.end(), passes.begin(), passes.end());
    }
    estimate.passes = 2;
    estimate.bytes_read = estimate.bytes_written = 2 * axes.bytes();
    estimate.workspace = static_cast<std::size_t>(axes.bytes());
    return priced(std::move(estimate), limits);
  }

  static std::unique_ptr<Move<Exec>> prepare(FusedAxes const& axes, Limits const& limits) {
    return std::make_unique<HostCopyBack>(axes, limits);
  }

  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    there_->run(exec, workspace, data, nullptr);
    back_->run(exec, data, workspace, nullptr);
  }
  std::string describe() const override { return there_->facts().schema + " into the workspace"; }

 private:
  static detail::Setting setting_of(Limits const& limits) {
    // Buffers would be memory beside the workspace.
    return {.machine = limits.machine, .rates = limits.rates, .workspace_limit = 0};
  }
  static detail::Candidate way_of(detail::NormalProblem const& half, Limits const& limits) {
    return detail::candidates(half, setting_of(limits)).front();
  }
  static detail::PlanPtr<Exec> plan_of(detail::NormalProblem const& half, Limits const& limits) {
    return detail::prepare<Exec>(half, way_of(half, limits), setting_of(limits));
  }

  detail::PlanPtr<Exec> there_;
  detail::PlanPtr<Exec> back_;
};

}  // namespace isomer::in_place
