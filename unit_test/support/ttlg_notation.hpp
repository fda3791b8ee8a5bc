// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <numeric>
#include <ostream>
#include <vector>

#include <isomer/detail/problem.hpp>

#include "problem/normalize.hpp"
#include "support/case.hpp"

namespace isomer::test {

/// A permutation as TTLG (Vedurada et al., 2018) writes it: the fastest varying index first on both
/// sides, `order[k]` is the input index that becomes index k of the output. [a, b, c, d] -> [c, b,
/// d, a] is order {2, 1, 3, 0}.
struct Permutation {
  Index extent;
  std::vector<int> order;
};

inline std::ostream& operator<<(std::ostream& out, Permutation const& permutation) {
  return out << "extents " << testing::PrintToString(permutation.extent) << " in the order "
             << testing::PrintToString(permutation.order);
}

/// The same for the tests that move data.
inline Case case_of(Permutation const& permutation, int element_bytes) {
  Case made;
  made.extent = permutation.extent;
  made.axes = permutation.order;
  made.element_bytes = element_bytes;
  made.src.slowest_first.resize(permutation.order.size());
  std::iota(made.src.slowest_first.rbegin(), made.src.slowest_first.rend(), 0);
  made.dst.slowest_first = made.src.slowest_first;
  return made;
}

/// The normal problem. Words of 16 bytes are never widened, so its extents are those of the paper
/// also where both sides share the fastest index.
inline detail::Problem problem_of(Permutation const& permutation, int element_bytes = 16) {
  Case const c = case_of(permutation, element_bytes);
  ArrayShape const src = c.src_shape();
  ArrayShape const dst = c.dst_shape();
  detail::Problem problem;
  problem.rank = c.rank();
  problem.element_bytes = element_bytes;
  for (std::size_t k = 0; k < c.axes.size(); ++k) {
    auto const i = static_cast<std::size_t>(c.axes[k]);
    problem.axis[i] = {src.extent[i], src.stride[i], dst.stride[k]};
  }
  return detail::normalize(problem);
}

}  // namespace isomer::test
