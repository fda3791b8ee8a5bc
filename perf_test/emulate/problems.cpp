// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulate/problems.hpp"

namespace isomer::perf {

detail::Problem out_of_place_problem(TensorCase const& tensor, std::int64_t element_bytes) {
  auto const strides = column_major_strides(tensor.extents);
  detail::Problem problem;
  problem.element_bytes = static_cast<std::int32_t>(element_bytes);
  std::int64_t in_result = 1;
  for (int const axis : tensor.axes) {
    auto const k = static_cast<std::size_t>(axis);
    problem.axis[static_cast<std::size_t>(problem.rank++)] = {tensor.extents[k], strides[k],
                                                              in_result};
    in_result *= tensor.extents[k];
  }
  return problem;
}

detail::InPlaceProblem in_place_problem(TensorCase const& tensor, std::int64_t element_bytes) {
  detail::InPlaceProblem problem;
  problem.rank = static_cast<std::int32_t>(tensor.extents.size());
  problem.element_bytes = static_cast<std::int32_t>(element_bytes);
  for (std::size_t k = 0; k < tensor.extents.size(); ++k) {
    problem.extent[k] = tensor.extents[k];
    problem.axes[k] = tensor.axes[k];
  }
  return problem;
}

}  // namespace isomer::perf
