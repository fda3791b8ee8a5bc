// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <limits>

namespace isomer::team {

/// Blocks of a launch at most: Kokkos' loop over the teams of a block adds the number of blocks to
/// that of the last one, and both have to fit 32 bits together.
inline constexpr std::int64_t max_blocks = std::numeric_limits<std::int32_t>::max() / 2;

}  // namespace isomer::team
