// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "index/odometer.hpp"
#include "problem/permutation.hpp"

namespace isomer::in_place {

/// A block as the loops that permute it in a cache: the plane of the axes that change fastest on
/// either side, and what lies around it. An axis that is the fastest on both sides is part of the
/// word.
struct BlockPlanes {
  /// `axes` fused, at least two.
  explicit BlockPlanes(FusedAxes const& axes);

  std::int64_t bytes;  ///< of the block
  std::int64_t word;   ///< bytes of what moves as a whole
  /// `rows` runs of `cols` words in, and the other way round out. Words of no register's size are
  /// planes of one.
  std::int64_t rows = 1;
  std::int64_t cols = 1;
  std::int64_t in_stride = 0;   ///< from row to row
  std::int64_t out_stride = 0;  ///< from column to column
  detail::Odometer around;
};

}  // namespace isomer::in_place
