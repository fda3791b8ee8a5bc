// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <isomer/detail/erased_view.hpp>

namespace isomer::detail {

/// What a plan holds of a View: all but the place in memory.
class ViewShape {
 public:
  ViewShape() = default;
  explicit ViewShape(ViewInfo const& view)
      : rank_(view.rank), element_bytes_(view.element_bytes), span_bytes_(view.element_bytes) {
    for (int k = 0; k < rank_; ++k) {
      auto const i = static_cast<std::size_t>(k);
      extent_[i] = view.extent[i];
      stride_[i] = view.stride[i];
      span_bytes_ += (extent_[i] - 1) * stride_[i] * element_bytes_;
    }
  }

  bool matches(ViewInfo const& view) const {
    if (view.rank != rank_ || view.element_bytes != element_bytes_) return false;
    for (int k = 0; k < rank_; ++k) {
      auto const i = static_cast<std::size_t>(k);
      if (view.extent[i] != extent_[i] || view.stride[i] != stride_[i]) return false;
    }
    return true;
  }

  int rank() const { return rank_; }
  std::int32_t element_bytes() const { return element_bytes_; }
  std::int64_t extent(int axis) const { return extent_[static_cast<std::size_t>(axis)]; }
  std::int64_t stride(int axis) const { return stride_[static_cast<std::size_t>(axis)]; }
  bool is_empty() const {
    for (int k = 0; k < rank_; ++k)
      if (extent(k) == 0) return true;
    return false;
  }

  /// A view of this shape, without a label.
  ViewInfo at(std::byte const* data) const {
    ViewInfo view;
    view.data = const_cast<std::byte*>(data);
    view.rank = rank_;
    view.order = Order::stride;
    view.element_bytes = element_bytes_;
    view.extent = extent_;
    view.stride = stride_;
    return view;
  }

  /// Bytes from the first element to behind the last.
  std::int64_t span_bytes() const { return span_bytes_; }

 private:
  int rank_ = 0;
  std::int32_t element_bytes_ = 0;
  std::array<std::int64_t, max_rank> extent_{};
  std::array<std::int64_t, max_rank> stride_{};
  std::int64_t span_bytes_ = 0;
};

/// Whether views of these shapes have data and lie apart, one behind the other; if not, they may
/// still be disjoint, but that takes a closer look.
inline bool lie_apart(ViewShape const& a, std::byte const* at, ViewShape const& b,
                      std::byte const* bt) {
  auto const x = reinterpret_cast<std::uintptr_t>(at);
  auto const y = reinterpret_cast<std::uintptr_t>(bt);
  if (x == 0 || y == 0 || a.span_bytes() <= 0 || b.span_bytes() <= 0) return false;
  return x + static_cast<std::uintptr_t>(a.span_bytes()) <= y ||
         y + static_cast<std::uintptr_t>(b.span_bytes()) <= x;
}

}  // namespace isomer::detail
