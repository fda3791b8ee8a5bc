// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/array_shape.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>

namespace isomer::test {

std::int64_t ArrayShape::size() const {
  return std::accumulate(extent.begin(), extent.end(), std::int64_t{1}, std::multiplies<>{});
}

std::int64_t ArrayShape::span() const {
  if (size() == 0) return 0;
  std::int64_t last = 0;
  for (std::size_t k = 0; k < extent.size(); ++k) last += (extent[k] - 1) * stride[k];
  return last + 1;
}

std::int64_t ArrayShape::offset(Index const& index) const {
  return std::inner_product(index.data(), index.data() + index.size(), stride.data(),
                            std::int64_t{0});
}

Index strides_for(Index const& extent, std::vector<int> const& slowest_first,
                  std::vector<int> const& gap) {
  Index stride(extent.size(), 1);
  std::int64_t next = 1;
  for (auto axis = slowest_first.rbegin(); axis != slowest_first.rend(); ++axis) {
    auto const k = static_cast<std::size_t>(*axis);
    std::int64_t const left_out = gap.empty() ? 0 : gap[k];
    stride[k] = next;
    next *= std::max<std::int64_t>(extent[k], 1) + left_out;
  }
  return stride;
}

std::vector<int> memory_order(detail::Order order, int rank) {
  std::vector<int> axes(static_cast<std::size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  if (order == detail::Order::left) std::reverse(axes.begin(), axes.end());
  return axes;
}

Index permuted(Index const& extent, std::vector<int> const& axes) {
  Index result;
  permute_into(result, extent, axes);
  return result;
}

void permute_into(Index& result, Index const& extent, std::vector<int> const& axes) {
  result.resize(axes.size());
  for (std::size_t k = 0; k < axes.size(); ++k)
    result[k] = extent[static_cast<std::size_t>(axes[k])];
}

ArrayShape before_permuting(ArrayShape const& shape, std::vector<int> const& axes) {
  ArrayShape before = shape;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    auto const axis = static_cast<std::size_t>(axes[k]);
    before.extent[axis] = shape.extent[k];
    before.stride[axis] = shape.stride[k];
  }
  return before;
}

}  // namespace isomer::test
