// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include <isomer/detail/problem.hpp>

namespace isomer::in_place {

/// A permutation of the axes of a dense array. Axis k of the array as it lies has `extent[k]` and
/// becomes axis `target[k]` of the result; in order of memory, the last axis is the fastest.
struct FusedAxes {
  std::vector<std::int64_t> extent;
  std::vector<int> target;
  std::int64_t element_bytes = 1;

  int rank() const { return static_cast<int>(extent.size()); }
  std::int64_t bytes() const;

  friend bool operator<(FusedAxes const& a, FusedAxes const& b) {
    return std::tie(a.extent, a.target, a.element_bytes) <
           std::tie(b.extent, b.target, b.element_bytes);
  }
};

/// One of the axes, with the bytes from each index to the next in the array as it lies and in the
/// result.
struct AxisSteps {
  std::int64_t extent;
  std::int64_t in;
  std::int64_t out;
};
std::vector<AxisSteps> steps_of(FusedAxes const& axes);

/// The same permutation reduced to what matters: axes of extent 1 are gone, and axes that stay
/// neighbours in the same order are one. What moves nothing has at most one axis left; an array
/// without elements has none.
FusedAxes fuse(FusedAxes const& axes);
FusedAxes fuse(detail::InPlaceProblem const& problem);

}  // namespace isomer::in_place
