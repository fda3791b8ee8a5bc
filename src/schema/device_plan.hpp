// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/detail/engine.hpp>

#include "cost/candidate.hpp"

namespace isomer::detail {

/// What a device may do with a normal problem: tiles (src/tile/warp/tile_kernel.hpp) where both
/// sides have long runs of different axes and nothing is scaled, else slices (slice_kernel.hpp).
Candidate device_candidate(NormalProblem const& normal);

/// The slices of a problem whose schema is said to be this one.
Candidate device_slices(NormalProblem const& normal, Schema schema);

/// Any candidate as a plan for spaces whose teams have many threads. Hosts can run it too, with
/// teams of one thread.
template <class Exec>
PlanPtr<Exec> make_device_plan(NormalProblem const& normal, Candidate const& candidate,
                               PlanFacts facts);

}  // namespace isomer::detail
