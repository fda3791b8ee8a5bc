// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include "cost/features.hpp"
#include "cost/in_place_features.hpp"
#include "in_place/decomposition.hpp"
#include "plan/compose.hpp"

namespace isomer::in_place {

/// Where the array is when a step begins: a small one is expected in the caches.
detail::Reach reach_of(std::int64_t bytes, Limits const& limits);

/// What a step's time is linear in (doc/model.md), given what the decomposition itself estimates.
detail::InPlaceFeatures features_of(Step const& step, Estimate const& estimate,
                                    Limits const& limits);
detail::InPlaceFeatures features_of(BlockStep const& step, Estimate const& estimate,
                                    Limits const& limits);

/// Seconds that the model in use predicts for a step done by the decomposition of this name.
template <class AnyStep>
double predicted_seconds(std::string_view decomposition, AnyStep const& step,
                         Estimate const& estimate, Limits const& limits);

}  // namespace isomer::in_place
