// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <optional>

#include "in_place/c2r/device_c2r.hpp"
#include "in_place/decomposition.hpp"

namespace isomer::in_place {

/// What the plan costs on limits.machine.
Estimate estimate_of(DeviceC2r const& plan, Step const& step, Limits const& limits);

/// The least workspace with which there is a plan, of three passes if need be.
std::optional<std::size_t> least_workspace_on_device(Step const& step, Direction way,
                                                     Limits const& limits);

}  // namespace isomer::in_place
