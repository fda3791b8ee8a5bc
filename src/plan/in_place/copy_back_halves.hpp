// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "in_place/blocks/device_blocks.hpp"
#include "in_place/device_elements.hpp"
#include "in_place/step.hpp"
#include "problem/normalize.hpp"
#include "problem/permutation.hpp"

/// The problems out of place that a permutation by way of a copy consists of.
namespace isomer::in_place {

inline detail::NormalProblem permutation_of(FusedAxes const& axes) {
  return problem_of(BlockStep{1, axes});
}

/// The array as a run of its elements.
inline detail::NormalProblem copy_of(FusedAxes const& axes) {
  detail::Problem copy;
  copy.rank = 1;
  copy.element_bytes = static_cast<std::int32_t>(unit_of(axes.element_bytes));
  copy.axis[0] = {axes.bytes() / copy.element_bytes, 1, 1};
  return detail::normalize(copy);
}

}  // namespace isomer::in_place
