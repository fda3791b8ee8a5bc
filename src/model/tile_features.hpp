// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "model/features.hpp"

namespace isomer::detail {

/// What moving a problem tile by tile does, all threads together.
Features tile_features(Problem const& normal, Candidate const& candidate);

}  // namespace isomer::detail
