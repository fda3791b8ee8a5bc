// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <isomer/detail/engine.hpp>
#include <isomer/error.hpp>

#include "cost/once.hpp"
#include "in_place/decomposition.hpp"
#include "plan/choice/machine_of.hpp"
#include "team/launch_audit.hpp"

namespace isomer::in_place {

/// A plan's workspace could not be allocated; no byte has moved. Without the name of a function:
/// the plan may be run by others than the one that it was made for (detail::run_in_place).
class NoWorkspace : public Error {
 public:
  explicit NoWorkspace(std::size_t bytes)
      : Error("workspace of " + std::to_string(bytes) + " bytes could not be allocated") {}
};

/// What a plan for an array of this size may use of a machine.
Limits limits_for(detail::Machine machine, detail::Rates const& rates, std::int64_t bytes,
                  PlanOptions const& options);

/// The same on the machine behind an execution space, by the model in use.
template <class Exec>
Limits limits_for(Exec const& exec, std::int64_t bytes, PlanOptions const& options) {
  return limits_for(detail::machine_of(exec), detail::model_in_use().rates, bytes, options);
}

/// A plan for permuting a dense array in place: a sequence of batched transpositions, each done by
/// the decomposition that the model finds fastest within the workspace limit or, with
/// Effort::measure, that proves so on a scratch array. Throws Error, with `function` in front, when
/// the limit is under the least that works or the name in `options.schema` is that of no
/// decomposition that fits.
template <class Exec>
std::unique_ptr<detail::ExecutablePlan<Exec>> plan(Exec const& exec,
                                                   detail::InPlaceProblem const& problem,
                                                   PlanOptions const& options,
                                                   char const* function);

/// What that plan says of itself on a machine that need not be here. The execution space gives the
/// list of decompositions.
template <class Exec>
detail::PlanFacts facts_on(detail::Machine const& machine, detail::Rates const& rates,
                           detail::InPlaceProblem const& problem, PlanOptions const& options,
                           char const* function);

/// What that plan takes only once.
template <class Exec>
detail::Once once_on(detail::Machine const& machine, detail::Rates const& rates,
                     detail::InPlaceProblem const& problem, PlanOptions const& options,
                     char const* function);

/// A plan for a GPU that need not be there.
struct GpuPlan {
  detail::PlanFacts facts;
  /// Hands its kernels to a launcher, in order.
  std::function<void(team::Launcher&, std::byte* data, std::byte* workspace)> run;
};
GpuPlan plan_for_gpu(detail::Machine const& gpu, detail::InPlaceProblem const& problem,
                     PlanOptions const& options, char const* function);

/// What its launches ask of memory.
std::vector<team::LaunchAudit> audit(GpuPlan const& plan);

}  // namespace isomer::in_place
