// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <isomer/detail/view_info.hpp>

namespace isomer::test {

using Index = std::vector<std::int64_t>;

/// An array in memory without its memory: what an oracle needs to find each element.
struct ArrayShape {
  Index extent;
  Index stride;  ///< in elements
  int element_bytes = 1;

  int rank() const { return static_cast<int>(extent.size()); }
  std::int64_t size() const;
  /// Elements from the first to the last, gaps included; 0 for an empty array.
  std::int64_t span() const;
  std::int64_t offset(Index const& index) const;

  friend bool operator==(ArrayShape const&, ArrayShape const&) = default;
};

/// Calls `visit` for every index within `extent`, the last axis fastest.
template <class Visit>
void for_each_index(Index const& extent, Visit const& visit) {
  if (std::find(extent.begin(), extent.end(), 0) != extent.end()) return;
  Index index(extent.size(), 0);
  for (;;) {
    visit(static_cast<Index const&>(index));
    std::size_t k = extent.size();
    while (k > 0 && ++index[k - 1] == extent[k - 1]) index[--k] = 0;
    if (k == 0) return;
  }
}

/// Dense strides for axes that lie in memory as `slowest_first` lists them. `gap[k]` elements are
/// left out behind each full turn of axis k, so the axes above it are not contiguous.
Index strides_for(Index const& extent, std::vector<int> const& slowest_first,
                  std::vector<int> const& gap = {});

/// The order of axes, slowest first, that a Kokkos layout has.
std::vector<int> memory_order(detail::Order order, int rank);

/// `extent[axes[k]]` for every k.
Index permuted(Index const& extent, std::vector<int> const& axes);
/// The same into `result`, whose memory is used again: for loops over many.
void permute_into(Index& result, Index const& extent, std::vector<int> const& axes);

/// The same memory with the axes that it had before `axes` permuted them: its element i is that of
/// `shape` at permuted(i, axes).
ArrayShape before_permuting(ArrayShape const& shape, std::vector<int> const& axes);

}  // namespace isomer::test
