// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/step.hpp"

#include <vector>

namespace isomer::in_place {

std::optional<Step> as_matrix(BlockStep const& step) {
  auto const& axes = step.block;
  bool const has_chunk = axes.target == std::vector<int>{1, 0, 2};
  if (!has_chunk && axes.target != std::vector<int>{1, 0}) return std::nullopt;
  return Step{step.batch, axes.extent[0], 1, axes.extent[1],
              axes.element_bytes * (has_chunk ? axes.extent[2] : 1)};
}

}  // namespace isomer::in_place
