// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/detail/describe.hpp>

#include "problem/normalize.hpp"
#include "support/case.hpp"
#include "support/guarded_array.hpp"
#include "support/oracle.hpp"

namespace isomer::test {

/// A permutation as the schemas get it, with the arrays before it and what the destination is after
/// it.
struct MovedCase {
  explicit MovedCase(Case const& c)
      : dst(c.dst_shape(), c.dst.misalignment),
        src(c.src_shape(), c.src.misalignment),
        expected(dst),
        normal(
            detail::normalize(detail::describe("test", dst.info(), src.info(), to_axes(c.axes)))) {
    src.fill(0);
    naive_permute(expected, src, c.axes);
  }

  GuardedArray dst;
  GuardedArray src;
  GuardedArray expected;
  detail::Problem normal;
};

/// Calls `visit` for those of `count` random cases that have elements.
template <class Visit>
void for_each_moved_case(int count, CaseRange const& range, Visit const& visit) {
  for_each_case(count, range, [&](Case const& c) {
    MovedCase const moved(c);
    if (detail::volume_bytes(moved.normal) != 0) visit(moved);
  });
}

}  // namespace isomer::test
