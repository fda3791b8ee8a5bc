// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

#include <isomer/detail/engine.hpp>

#include "cost/pass.hpp"
#include "in_place/decomposition.hpp"
#include "records/move/panel_layout.hpp"

namespace isomer::records {

using in_place::Limits;

/// Records to another arrangement out of place: panel by panel through a buffer that holds one as
/// it will lie, from which its segments leave past the caches. Host spaces only.
template <class Exec>
std::shared_ptr<detail::ExecutablePlan<Exec> const> copy_plan(RecordProblem const& problem,
                                                              Limits const& limits);

/// What such a plan does.
detail::Pass copy_pass(RecordProblem const& problem, Limits const& limits);

}  // namespace isomer::records
