// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <ranges>
#include <utility>

#include <isomer/detail/limits.hpp>

namespace isomer {

/// The extents of an array that need not exist yet: what a plan by shape is made for.
///
/// Written as a braced list, `{n, 3, 64}`, or made from any range of integers. What it holds is
/// checked where it is used.
class Extents {
 public:
  constexpr Extents() = default;
  template <std::integral... Integer>
  constexpr Extents(Integer... extent) {
    (push_back(extent), ...);
  }
  template <std::ranges::input_range Range>
  requires std::integral<std::ranges::range_value_t<Range>> &&
      (!std::same_as<std::remove_cvref_t<Range>, Extents>)constexpr Extents(Range const& extents) {
    for (auto const extent : extents) push_back(extent);
  }

  /// How many were given; those past the largest supported rank are counted, not kept.
  constexpr int size() const { return size_; }
  constexpr std::int64_t operator[](int k) const { return extent_[static_cast<std::size_t>(k)]; }

 private:
  /// A number beyond 2^63 - 1 must not wrap round to one that looks like an extent.
  template <class Integer>
  constexpr void push_back(Integer extent) {
    if (size_ < detail::max_rank)
      extent_[static_cast<std::size_t>(size_)] = std::in_range<std::int64_t>(extent)
                                                     ? static_cast<std::int64_t>(extent)
                                                     : std::numeric_limits<std::int64_t>::max();
    ++size_;
  }

  std::array<std::int64_t, detail::max_rank> extent_{};
  int size_ = 0;
};

}  // namespace isomer
