// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "problem/normal_problem.hpp"
#include "problem/order.hpp"
#include "tile/warp/arrays.hpp"

/// Problems of many pairs of arrays of one shape.
namespace isomer::tile::warp {

/// That of each with a last axis, which counts them.
inline detail::NormalProblem of_pairs(detail::NormalProblem const& one, std::int64_t count) {
  if (count == 1) return one;
  detail::Problem pairs = one;
  std::int64_t const stride = ManyPairs::apart / one.element_bytes;
  pairs.axis[static_cast<std::size_t>(pairs.rank++)] = {count, stride, stride};
  return pairs;
}

inline bool counts_pairs(detail::NormalProblem const& normal, int axis) {
  return detail::axis_at(normal, axis).src_stride * normal.element_bytes == ManyPairs::apart;
}

}  // namespace isomer::tile::warp
