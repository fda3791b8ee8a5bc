// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>

#include "problem/normal_problem.hpp"
#include "tile/warp/row_geometry.hpp"

namespace isomer::tile::warp {

/// Shorter runs are most of them edges: slices put them together.
inline constexpr std::int64_t min_row_bytes = 128;

/// The pieces of the runs that both sides share; none where they share none of `min_bytes`, for
/// ranks beyond RowGeometry::max_axes, and for 2^31 pieces or more.
std::optional<RowGeometry> plan_rows(detail::NormalProblem const& normal,
                                     std::int64_t min_bytes = min_row_bytes);

}  // namespace isomer::tile::warp
