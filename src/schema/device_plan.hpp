// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <isomer/detail/engine.hpp>

#include "cost/candidate.hpp"
#include "tile/warp/plan/plan_tile.hpp"
#include "tile/warp/row_geometry.hpp"

namespace isomer::detail {

/// What a device may do with a normal problem, first what its shape calls for: rows
/// (src/tile/warp/row_kernel.hpp) where both sides share long runs and nothing is scaled, tiles
/// (tile16_kernel.hpp, tile_kernel.hpp) where they have runs of different axes; else slices
/// (slice_kernel.hpp), of several sizes. schema/device_audit.hpp chooses.
std::vector<Candidate> device_candidates(NormalProblem const& normal);

/// The rows that a device moves it in, if it does.
std::optional<tile::warp::RowGeometry> device_rows(NormalProblem const& normal, Schema schema);

/// The extents of the tiles that a device moves it in, if it does; casts and scaled halves move in
/// slices.
std::optional<tile::warp::TileExtents> device_tile(NormalProblem const& normal);

std::int64_t max_device_slice_bytes(Problem const& problem);

/// The slices of a problem whose schema is said to be this one, with runs of that many words on the
/// input's side: of 32, a request of a warp, or about as many.
Candidate device_slices(NormalProblem const& normal, Schema schema, std::int64_t in_words = 32);

/// Any candidate as a plan for spaces whose teams have many threads. Hosts can run it too, with
/// teams of one thread.
template <class Exec>
PlanPtr<Exec> make_device_plan(NormalProblem const& normal, Candidate const& candidate,
                               PlanFacts facts);

}  // namespace isomer::detail
