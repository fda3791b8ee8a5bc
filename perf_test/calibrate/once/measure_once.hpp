// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include <isomer/detail/problem.hpp>
#include <isomer/detail/record_problem.hpp>
#include <isomer/plan_options.hpp>

#include "buffers.hpp"
#include "calibrate/in_place_problems.hpp"
#include "calibrate/once/once_observation.hpp"
#include "cold_caches.hpp"

namespace isomer::perf {

/// Times the plan of a problem, made anew, and its first and next executions.
OnceObservation observe_once(Exec const& exec, Buffers& buffers, ColdCaches& caches,
                             detail::Problem const& problem, PlanOptions const& options);
/// The same of a step in place.
OnceObservation observe_once(Exec const& exec, Buffers& buffers, ColdCaches& caches,
                             InPlaceProblem const& chosen);
/// The same of records that change their arrangement in place.
OnceObservation observe_once(Exec const& exec, Buffers& buffers, ColdCaches& caches,
                             detail::RecordProblem const& problem);

}  // namespace isomer::perf
