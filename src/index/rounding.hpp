// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace isomer::detail {

/// a / b rounded up; neither is negative.
constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// The next multiple of `unit` from a on; a is not negative.
template <std::integral T>
constexpr T round_up(T a, std::type_identity_t<T> unit) {
  return (a + unit - 1) / unit * unit;
}

}  // namespace isomer::detail
