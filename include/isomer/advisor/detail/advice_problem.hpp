// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

#include <isomer/advisor/advice.hpp>
#include <isomer/advisor/detail/advice_clock.hpp>
#include <isomer/advisor/detail/trace.hpp>
#include <isomer/plan_options.hpp>
#include <isomer/records/dynamic_record.hpp>

namespace isomer::detail {

/// What the change from the current arrangement and the one back to it took.
struct MeasuredChange {
  double there = 0;
  double back = 0;
};

/// All that advice comes from.
struct AdviceProblem {
  DynamicRecord record;
  std::int64_t count = 0;
  std::int64_t capacity = 0;
  std::vector<Arrangement> offer;
  std::size_t current = 0;  ///< of the offer
  std::vector<KernelTrace> kernel{};
  /// Seconds to rearrange from one arrangement of the offer to another: `[from][to]`.
  std::vector<std::vector<double>> conversion{};
  /// And to plan it, before the first time; empty if that is to count for nothing.
  std::vector<std::vector<double>> planning{};
  /// And from the current one to one that is not offered.
  std::function<double(Arrangement const&)> conversion_to{};
  /// To each of the offer, infinite where they are refused; empty if nothing was measured.
  std::vector<MeasuredChange> measured_change{};
  bool lacked_memory = false;  ///< for a copy of the records, on which was to be measured
  AdviceClock clock{};
};

/// Advice for the hardware behind an execution space; finds what changes take itself. Throws Error
/// if there is no kernel, or one that touched no record.
template <class Exec>
Advice advice_for(Exec const& exec, AdviceProblem problem, PlanOptions const& options);

}  // namespace isomer::detail
