// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <numeric>

#include <isomer/detail/problem.hpp>

namespace isomer::detail {

/// Axes of a normal problem in the order of the output, fastest first.
inline std::array<int, max_axes> output_order(Problem const& problem) {
  std::array<int, max_axes> order{};
  std::iota(order.begin(), order.begin() + problem.rank, 0);
  std::stable_sort(order.begin(), order.begin() + problem.rank, [&](int a, int b) {
    return problem.axis[static_cast<std::size_t>(a)].dst_stride <
           problem.axis[static_cast<std::size_t>(b)].dst_stride;
  });
  return order;
}

inline Axis const& axis_at(Problem const& problem, int k) {
  return problem.axis[static_cast<std::size_t>(k)];
}

}  // namespace isomer::detail
