// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "model/candidates.hpp"

namespace isomer::detail {

/// Predicted seconds of one execution.
double predicted_seconds(Problem const& normal, Candidate const& candidate, Setting const& setting);

}  // namespace isomer::detail
