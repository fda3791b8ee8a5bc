// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "cost/pass.hpp"
#include "in_place/panel/shape.hpp"

namespace isomer::in_place {

/// What a step cut like this does: the panels within themselves, then the pieces.
std::vector<detail::Pass> panel_passes(Step const& step, PanelShape const& shape,
                                       Limits const& limits);

}  // namespace isomer::in_place
