// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <ranges>

#include <isomer/detail/limits.hpp>

namespace isomer {

/// An order of axes, in NumPy's convention: output axis k is input axis `axes[k]`, and -1 is the
/// last axis, -2 the one before it.
///
/// Written as a braced list, `{2, 0, 1}`, or made from any range of integers. What it holds is
/// checked where it is used, because only there the rank is known.
class Axes {
 public:
  constexpr Axes() = default;
  template <std::integral... Integer>
  constexpr Axes(Integer... axis) {
    (push_back(saturated(axis)), ...);
  }
  template <std::ranges::input_range Range>
  requires std::integral<std::ranges::range_value_t<Range>> &&
      (!std::same_as<std::remove_cvref_t<Range>, Axes>)constexpr Axes(Range const& order) {
    for (auto const axis : order) push_back(saturated(axis));
  }

  /// All axes of `rank` in reversed order: what `transpose` does.
  static constexpr Axes reversed(int rank) {
    Axes axes;
    for (int k = rank - 1; k >= 0; --k) axes.push_back(k);
    return axes;
  }

  /// All axes in their own order: what `deep_copy` does.
  static constexpr Axes identity(int rank) {
    Axes axes;
    for (int k = 0; k < rank; ++k) axes.push_back(k);
    return axes;
  }

  /// How many entries were given; entries past the largest supported rank are counted, not kept.
  constexpr int size() const { return size_; }
  /// Whether an axis is counted from the last.
  constexpr bool has_negative() const {
    for (int const axis : *this)
      if (axis < 0) return true;
    return false;
  }
  constexpr int operator[](int k) const { return order_[static_cast<std::size_t>(k)]; }
  constexpr int const* begin() const { return order_.data(); }
  constexpr int const* end() const {
    return order_.data() + (size_ < detail::max_rank ? size_ : detail::max_rank);
  }

 private:
  /// A number beyond int must not wrap round to one that looks like an axis.
  template <class Integer>
  static constexpr int saturated(Integer axis) {
    auto const value = static_cast<int>(axis);
    if (static_cast<Integer>(value) == axis && (value < 0) == (axis < 0)) return value;
    return axis < 0 ? std::numeric_limits<int>::min() : std::numeric_limits<int>::max();
  }
  constexpr void push_back(int axis) {
    if (size_ < detail::max_rank) order_[static_cast<std::size_t>(size_)] = axis;
    ++size_;
  }

  std::array<int, detail::max_rank> order_{};
  int size_ = 0;
};

}  // namespace isomer
