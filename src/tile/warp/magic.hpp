// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>
#include <cstdint>

#include <Kokkos_Macros.hpp>

namespace isomer::tile::warp {

/// Division by a number known only at run time, of dividends below 2^31: one 32-bit multiplication
/// for its high half and a shift, where 64-bit division by magic numbers takes about ten
/// instructions on a GPU.
///
/// With l = ceil(log2 d) the multiplier m = floor(2^(31+l) / d) + 1 fits 32 bits. m d exceeds
/// 2^(31+l) by at most d <= 2^l, so (n m) / 2^(31+l) exceeds n / d by less than 1 / d for n < 2^31.
struct Magic {
  std::uint32_t multiplier = (1U << 31) + 1;
  std::uint32_t shift = 0;
  std::uint32_t divisor = 1;

  Magic() = default;
  explicit Magic(std::uint32_t d)
      : multiplier(0), shift(static_cast<std::uint32_t>(std::bit_width(d - 1))), divisor(d) {
    multiplier = static_cast<std::uint32_t>((std::uint64_t{1} << (31 + shift)) / d + 1);
  }

  KOKKOS_FUNCTION std::uint32_t quotient(std::uint32_t n) const {
    return static_cast<std::uint32_t>(std::uint64_t{2 * n} * multiplier >> 32) >> shift;
  }
};

}  // namespace isomer::tile::warp
