// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cost/features.hpp"

namespace isomer::detail {

/// What moving a problem tile by tile does, all threads together.
Features tile_features(Problem const& normal, Candidate const& candidate, Machine const& machine);

}  // namespace isomer::detail
