// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <isomer/detail/limits.hpp>

namespace isomer::detail {

/// The order in which a layout lays its axes.
enum class Order : std::uint8_t { left, right, stride };

/// All that the compiled library wants to know of a View, with its type erased.
struct ViewInfo {
  std::byte* data = nullptr;
  int rank = 0;
  Order order = Order::right;
  std::int32_t element_bytes = 0;
  /// Of `rank` axes; the rest is left alone, which saves a tiny call a tenth of its time.
  std::array<std::int64_t, max_rank> extent;
  std::array<std::int64_t, max_rank> stride;
  /// The label is only fetched for an error message: it costs an allocation.
  void const* view = nullptr;
  std::string (*label)(void const* view) = nullptr;
};

}  // namespace isomer::detail
