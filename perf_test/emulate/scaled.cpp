// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulate/scaled.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace isomer::perf {
namespace {

/// About `wanted` in the place of an extent, a multiple of the granule if that is one.
std::int64_t cut(std::int64_t extent, std::int64_t wanted, std::int64_t granule) {
  if (extent % granule != 0) return std::min(extent, wanted);
  return std::min(extent, std::max(granule, wanted / granule * granule));
}

/// Halves the largest extents, all of one length together, until they fit or are a granule.
void halve(TensorCase& tensor, std::int64_t max_elements, std::int64_t granule) {
  while (element_count(tensor.extents) > max_elements) {
    auto const largest = *std::max_element(tensor.extents.begin(), tensor.extents.end());
    auto const half = cut(largest, (largest + 1) / 2, granule);
    if (half == largest) return;
    std::replace(tensor.extents.begin(), tensor.extents.end(), largest, half);
  }
}

}  // namespace

TensorCase scaled(TensorCase tensor, std::int64_t max_elements, std::int64_t granule) {
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
    extent = cut(extent, std::max<std::int64_t>(2, max_elements / others), granule);
  }
  halve(tensor, max_elements, granule);
  return shrunk(tensor, max_elements);
}

}  // namespace isomer::perf
