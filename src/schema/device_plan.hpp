// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>

#include <isomer/detail/engine.hpp>

#include "cost/candidate.hpp"
#include "tile/warp/row_geometry.hpp"

namespace isomer::detail {

/// What a device may do with a normal problem: rows (src/tile/warp/row_kernel.hpp) where both sides
/// share long runs and nothing is scaled, tiles (tile16_kernel.hpp, tile_kernel.hpp) where they
/// have long runs of different axes; else slices (slice_kernel.hpp).
Candidate device_candidate(NormalProblem const& normal);

/// The rows that a device moves it in, if it does.
std::optional<tile::warp::RowGeometry> device_rows(NormalProblem const& normal, Schema schema);

std::int64_t max_device_slice_bytes(Problem const& problem);

/// The slices of a problem whose schema is said to be this one.
Candidate device_slices(NormalProblem const& normal, Schema schema);

/// Any candidate as a plan for spaces whose teams have many threads. Hosts can run it too, with
/// teams of one thread.
template <class Exec>
PlanPtr<Exec> make_device_plan(NormalProblem const& normal, Candidate const& candidate,
                               PlanFacts facts);

}  // namespace isomer::detail
