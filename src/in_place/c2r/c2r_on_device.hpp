// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "in_place/c2r/device_c2r.hpp"
#include "in_place/decomposition.hpp"

namespace isomer::in_place {

/// What the plan costs on limits.machine.
Estimate estimate_of(DeviceC2r const& plan, Step const& step, Limits const& limits);

}  // namespace isomer::in_place
