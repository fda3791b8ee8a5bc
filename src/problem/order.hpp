// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>

#include <isomer/detail/problem.hpp>

namespace isomer::detail {

inline Axis const& axis_at(Problem const& problem, int k) {
  return problem.axis[static_cast<std::size_t>(k)];
}

/// Axes of a normal problem in the order of the output, fastest first. By insertion: planning asks
/// for it several times a candidate, axes are few, and std::stable_sort would allocate.
inline std::array<int, max_axes> output_order(Problem const& problem) {
  std::array<int, max_axes> order{};
  for (int k = 0; k < problem.rank; ++k) {
    int place = k;
    for (; place > 0; --place) {
      int const before = order[static_cast<std::size_t>(place - 1)];
      if (axis_at(problem, before).dst_stride <= axis_at(problem, k).dst_stride) break;
      order[static_cast<std::size_t>(place)] = before;
    }
    order[static_cast<std::size_t>(place)] = k;
  }
  return order;
}

}  // namespace isomer::detail
