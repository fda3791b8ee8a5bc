// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "problem/normalize.hpp"
#include "problem/order.hpp"

namespace isomer::test {

/// A permutation of a dense array, fastest axis first on both sides: output axis k is input axis
/// `axes[k]`. Strides have `gap` words left out behind each axis but the last.
inline detail::Problem column_major(std::vector<std::int64_t> const& extents,
                                    std::vector<int> const& axes, int word_bytes, int src_gap = 0,
                                    int dst_gap = 0) {
  detail::Problem problem;
  problem.element_bytes = word_bytes;
  std::int64_t step = 1;
  for (std::int64_t const extent : extents) {
    problem.axis[static_cast<std::size_t>(problem.rank++)] = {extent, step, 0};
    step = step * extent + src_gap;
  }
  step = 1;
  for (int const k : axes) {
    detail::Axis& axis = problem.axis[static_cast<std::size_t>(k)];
    axis.dst_stride = step;
    step = step * axis.extent + dst_gap;
  }
  return detail::normalize(problem);
}

}  // namespace isomer::test
