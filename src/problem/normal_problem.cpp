// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem/normal_problem.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "problem/normalize.hpp"
#include "problem/order.hpp"

namespace isomer::detail {
namespace {

/// By insertion: axes are few, and std::stable_sort would allocate.
std::array<int, max_axes> output_order(Problem const& problem) {
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

}  // namespace

NormalProblem::NormalProblem(Problem const& problem)
    : Problem(problem),
      out_order(output_order(problem)),
      bytes(volume_bytes(problem)),
      dst_bytes(cast.is_any() ? bytes / element_bytes * dst_element_bytes() : bytes) {
  for (int k = 0; k < rank; ++k) {
    std::int64_t const stride = axis_at(problem, k).dst_stride;
    if (stride == 1 || stride == 0) continue;
    std::int64_t const pitch = stride * dst_element_bytes();
    dst_pitch_alignment =
        static_cast<std::int32_t>(std::min<std::int64_t>(dst_pitch_alignment, pitch & -pitch));
  }
}

}  // namespace isomer::detail
