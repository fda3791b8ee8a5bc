// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

#include "in_place/decomposition.hpp"
#include "in_place/panel/shape.hpp"

namespace isomer::in_place {

/// The panel decomposition of a step whose matrices are cut as `shape` says. Host spaces only.
template <class Exec>
std::unique_ptr<Move<Exec>> panel_move(Step const& step, PanelShape const& shape);

}  // namespace isomer::in_place
