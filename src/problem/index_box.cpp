// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem/index_box.hpp"

#include <algorithm>
#include <functional>

namespace isomer::detail {

Parents::Strides Parents::sorted_strides(ViewShape const& shape) {
  Strides strides{};
  for (int k = 0; k < shape.rank(); ++k)
    strides[static_cast<std::size_t>(k)] = shape.stride(k) * shape.element_bytes();
  std::sort(strides.begin(), strides.end(), std::greater<>());
  return strides;
}

void Parents::add(PlacedView const& view) {
  auto const [found, is_new] = number_.try_emplace(sorted_strides(*view.shape), origin_.size());
  auto const address = reinterpret_cast<std::uintptr_t>(view.data);
  if (is_new) origin_.push_back(address);
  else origin_[found->second] = std::min(origin_[found->second], address);
}

IndexBox Parents::box_of(PlacedView const& view) const {
  ViewShape const& shape = *view.shape;
  auto const found = number_.find(sorted_strides(shape));
  IndexBox box;
  box.parent = found->second;
  std::array<int, max_view_rank> axis{};
  for (int k = 0; k < shape.rank(); ++k) axis[static_cast<std::size_t>(k)] = k;
  std::stable_sort(axis.begin(), axis.begin() + shape.rank(),
                   [&](int a, int b) { return shape.stride(a) > shape.stride(b); });
  auto rest = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(view.data) -
                                        origin_[found->second]);
  for (int k = 0; k < shape.rank(); ++k) {
    auto const i = static_cast<std::size_t>(k);
    std::int64_t const stride = found->first[i];
    box.begin[i] = stride > 0 ? rest / stride : 0;
    box.end[i] = box.begin[i] + shape.extent(axis[i]);
    rest -= box.begin[i] * stride;
  }
  box.begin[IndexBox::bytes_axis] = rest;
  box.end[IndexBox::bytes_axis] = rest + shape.element_bytes();
  box.is_exact = fits(box, found->first, shape.rank());
  return box;
}

/// Whether the elements of a box have its indices and no others.
bool Parents::fits(IndexBox const& box, Strides const& stride, int rank) {
  std::int64_t reach = box.end[IndexBox::bytes_axis];
  for (int k = rank - 1; k >= 0; --k) {
    auto const i = static_cast<std::size_t>(k);
    if (reach > stride[i]) return false;
    reach += (box.end[i] - 1) * stride[i];
  }
  return true;
}

}  // namespace isomer::detail
