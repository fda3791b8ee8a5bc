// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "buffers.hpp"
#include "calibrate/observation.hpp"
#include "calibrate/records/draw_change.hpp"

namespace isomer::perf {

/// Times a change of arrangement, taking turns with a copy. `problem` numbers the observation.
std::vector<Observation> observe(Exec const& exec, Buffers& buffers, DrawnChange const& drawn,
                                 int problem);

}  // namespace isomer::perf
