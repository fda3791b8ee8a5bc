// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulate/scaled.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace isomer::perf {

TensorCase scaled(TensorCase tensor, std::int64_t max_elements) {
  std::size_t const rank = tensor.extents.size();
  std::vector<std::size_t> fastest(rank);  // the better of an axis's places on the two sides
  for (std::size_t k = 0; k < rank; ++k) {
    auto const found = std::find(tensor.axes.begin(), tensor.axes.end(), static_cast<int>(k));
    fastest[k] = std::min(k, static_cast<std::size_t>(found - tensor.axes.begin()));
  }
  std::vector<std::size_t> slowest_first(rank);
  std::iota(slowest_first.begin(), slowest_first.end(), std::size_t{0});
  std::stable_sort(slowest_first.begin(), slowest_first.end(),
                   [&](std::size_t a, std::size_t b) { return fastest[a] > fastest[b]; });
  for (std::size_t const axis : slowest_first) {
    std::int64_t const elements = element_count(tensor.extents);
    std::int64_t& extent = tensor.extents[axis];
    if (elements <= max_elements || fastest[axis] == 0) break;
    std::int64_t const others = elements / extent;
    extent = std::min(extent, std::max<std::int64_t>(2, max_elements / others));
  }
  return shrunk(tensor, max_elements);
}

}  // namespace isomer::perf
