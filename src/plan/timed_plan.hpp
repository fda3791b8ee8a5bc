// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <utility>

#include <Kokkos_Core.hpp>

#include <isomer/detail/engine.hpp>

#include "cost/drift.hpp"

namespace isomer::detail {

/// A plan on the host that takes its own time, which others are then expected to take as well. For
/// moves of milliseconds, beside which reading the clock is nothing.
template <class Exec>
class TimedPlan final : public ExecutablePlan<Exec> {
 public:
  TimedPlan(PlanPtr<Exec> plan, Drift& drift)
      : ExecutablePlan<Exec>(plan->facts()), plan_(std::move(plan)), drift_(drift) {}

  void run(Exec const& exec, std::byte* dst, std::byte const* src,
           ScaleFactors const* factors) const override {
    Kokkos::Timer const timer;
    plan_->run(exec, dst, src, factors);  // returns when it is done: this is the host
    note(timer.seconds());
  }
  void run_in(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    Kokkos::Timer const timer;
    plan_->run_in(exec, data, workspace);
    note(timer.seconds());
  }

  double predicted_seconds() const override { return plan_->predicted_seconds() * drift_.times(); }

 private:
  void note(double seconds) const {
    double const expected = plan_->predicted_seconds();
    if (expected > 0) drift_.add(this, seconds / expected);  // a model file may say 0
  }

  PlanPtr<Exec> plan_;
  Drift& drift_;
};

}  // namespace isomer::detail
