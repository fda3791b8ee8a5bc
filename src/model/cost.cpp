// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model/cost.hpp"

#include <algorithm>

#include "model/cost_model.hpp"
#include "model/features.hpp"

namespace isomer::detail {

double predicted_seconds(Problem const& normal, Candidate const& candidate,
                         Setting const& setting) {
  // Nothing takes less than a call.
  constexpr double least = 1e-8;
  CostModel const& model = model_in_use().model;
  return std::max(least, model.seconds(model.row(candidate.schema, reach_of(normal, setting)),
                                       features_of(normal, candidate, setting),
                                       threads_in_effect(normal, candidate, setting)));
}

}  // namespace isomer::detail
