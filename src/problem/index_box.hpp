// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "problem/common_bytes.hpp"

namespace isomer::detail {

/// A view as a box of indices of a parent with its strides, and behind them of the bytes between
/// two neighbours on its last axis.
struct IndexBox {
  static constexpr std::size_t bytes_axis = max_view_rank;
  static constexpr std::size_t axes = bytes_axis + 1;

  std::size_t parent = 0;
  bool is_exact = false;  ///< no index reaches over into the next axis
  std::array<std::int64_t, axes> begin{};
  std::array<std::int64_t, axes> end{};

  /// Whether it has an index in common with another of the same parent. Axes that a view does not
  /// have are 0 long in all boxes of the parent.
  bool meets(IndexBox const& other) const {
    for (std::size_t k = 0; k < axes; ++k)
      if ((end[k] <= other.begin[k] || other.end[k] <= begin[k]) &&
          (end[k] > begin[k] || other.end[k] > other.begin[k]))
        return false;
    return true;
  }
};

/// Parents, told apart by their strides, and where each may begin: of views with elements.
class Parents {
 public:
  void add(PlacedView const& view);

  /// Of one that was added, when all have been.
  IndexBox box_of(PlacedView const& view) const;

 private:
  /// In bytes, the longest first.
  using Strides = std::array<std::int64_t, max_view_rank>;

  static Strides sorted_strides(ViewShape const& shape);
  static bool fits(IndexBox const& box, Strides const& stride, int rank);

  std::map<Strides, std::size_t> number_;
  std::vector<std::uintptr_t> origin_;
};

}  // namespace isomer::detail
