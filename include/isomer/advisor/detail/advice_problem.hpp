// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <functional>

#include <isomer/advisor/advice.hpp>
#include <isomer/advisor/detail/trace.hpp>
#include <isomer/plan_options.hpp>
#include <isomer/records/dynamic_record.hpp>

namespace isomer::detail {

/// When looking for advice began.
struct AdviceClock {
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
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
  /// And from the current one to one that is not offered.
  std::function<double(Arrangement const&)> conversion_to{};
  AdviceClock clock{};
};

/// Advice for the hardware behind an execution space; finds what changes take itself. Throws Error
/// if there is no kernel, or one that touched no record.
template <class Exec>
Advice advice_for(Exec const& exec, AdviceProblem problem, PlanOptions const& options);

}  // namespace isomer::detail
