// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <vector>

#include <isomer/advisor/detail/advice_problem.hpp>
#include <isomer/advisor/detail/trial.hpp>
#include <isomer/records/detail/change.hpp>

namespace isomer::detail {

/// Enqueues a call of a kernel on records at an address, in the a-th arrangement of their offer;
/// empty for one that is not to be run.
using RunOnCopy = std::function<void(std::size_t a, std::byte* data)>;

/// Times kernels, those of the problem, and the changes from the current arrangement, on a copy of
/// the records in each arrangement of the offer; writes what they take to the problem. Measures
/// nothing where such a copy would take more than half of the memory that is left.
template <class Exec>
void measure_offer(Exec const& exec, RecordsInfo const& records,
                   std::vector<RunOnCopy> const& kernels, PlanOptions options,
                   AdviceProblem& problem);

/// Visits all records at `data` as `for_each` does on a host.
template <class Exec>
void visit_in_parallel(Exec const& exec, TrialVisit visit, void const* body, Scene const& records,
                       std::byte* data);

}  // namespace isomer::detail
