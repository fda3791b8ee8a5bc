// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/array_shape.hpp"

#include <algorithm>
#include <cstddef>
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
  return std::inner_product(index.begin(), index.end(), stride.begin(), std::int64_t{0});
}

void for_each_index(Index const& extent, std::function<void(Index const&)> const& visit) {
  if (std::find(extent.begin(), extent.end(), 0) != extent.end()) return;
  Index index(extent.size(), 0);
  for (;;) {
    visit(index);
    auto k = static_cast<std::ptrdiff_t>(extent.size()) - 1;
    while (k >= 0 && ++index[static_cast<std::size_t>(k)] == extent[static_cast<std::size_t>(k)])
      index[static_cast<std::size_t>(k--)] = 0;
    if (k < 0) return;
  }
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
  for (int const axis : axes) result.push_back(extent[static_cast<std::size_t>(axis)]);
  return result;
}

}  // namespace isomer::test
