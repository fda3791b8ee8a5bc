// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>
#include <cstdint>

#include <Kokkos_Core.hpp>

namespace isomer::detail {

/// Division by a number known only at run time as a multiplication and a shift (seed 000, section
/// 4.4; Granlund and Montgomery 1994), for dividends 0 .. 2^63 - 1.
///
/// With l = ceil(log2 d), the multiplier m = ceil(2^(63+l) / d) fits 64 bits, and
/// floor(n / d) = floor(m n / 2^(63+l)) because m d exceeds 2^(63+l) by less than 2^l.
class FastDiv {
 public:
  FastDiv() = default;
  explicit FastDiv(std::int64_t divisor) : divisor_(divisor) {
    auto const d = static_cast<std::uint64_t>(divisor);
    int const l = static_cast<int>(std::bit_width(d - 1));
    if (l == 0) {
      own_mask_ = ~std::uint64_t{0};  // m would need 65 bits: n / 1 is n
      return;
    }
    auto const power = static_cast<Wide>(1) << (63 + l);
    multiplier_ = static_cast<std::uint64_t>((power + d - 1) / d);
    shift_ = l - 1;
  }

  KOKKOS_INLINE_FUNCTION std::int64_t divisor() const { return divisor_; }
  KOKKOS_INLINE_FUNCTION std::int64_t quotient(std::int64_t dividend) const {
    auto const n = static_cast<std::uint64_t>(dividend);
    auto const high = static_cast<std::uint64_t>((static_cast<Wide>(multiplier_) * n) >> 64);
    return static_cast<std::int64_t>((high + (n & own_mask_)) >> shift_);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t remainder(std::int64_t dividend) const {
    return dividend - quotient(dividend) * divisor_;
  }

 private:
  // nvcc knows no __extension__ using.
  __extension__ typedef unsigned __int128 Wide;  // NOLINT(modernize-use-using)

  std::uint64_t multiplier_ = 0;
  std::uint64_t own_mask_ = 0;
  std::int64_t divisor_ = 1;
  int shift_ = 0;
};

}  // namespace isomer::detail
