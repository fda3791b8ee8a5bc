// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <isomer/axes.hpp>
#include <isomer/detail/erased_view.hpp>
#include <isomer/detail/problem.hpp>

namespace isomer::detail {

/// A box of a view's elements.
struct Box {
  std::int64_t offset = 0;  ///< of its first element, in elements
  std::array<std::int64_t, max_rank> extent{};
};

/// A permutation to a destination of other extents: what both sides have moves, the rest of the
/// destination is boxes to be filled, which have no element in common.
struct PaddedCall {
  Problem problem;
  int boxes = 0;
  std::array<Box, max_rank> box{};
};

/// Checks all but the extents as `describe` does.
PaddedCall describe_padded(char const* function, ViewInfo const& dst, ViewInfo const& src,
                           Axes const& axes);

}  // namespace isomer::detail
