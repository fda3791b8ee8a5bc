// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <isomer/detail/limits.hpp>

namespace isomer::detail {

/// Walks the indices of a few axes, the first fastest, and keeps an offset on either side of a
/// move. Allocates nothing.
class Odometer {
 public:
  struct Digit {
    std::int64_t extent;
    std::int64_t src;  ///< from each index to the next
    std::int64_t dst;
  };

  /// The next slower axis. One of extent 1 has nothing to walk.
  void add(Digit const& digit) {
    if (digit.extent != 1) add_numbered(digit);
  }
  /// The same for whom digits have numbers, 0, 1, ..: any extent counts.
  void add_numbered(Digit const& digit) { digit_[at(digits_++)] = digit; }
  /// Of a digit whose index is 0.
  void set_extent(int d, std::int64_t extent) { digit_[at(d)].extent = extent; }

  int digits() const { return digits_; }
  Digit const& digit(int d) const { return digit_[at(d)]; }
  std::int64_t index(int d) const { return index_[at(d)]; }
  bool is_last(int d) const { return index(d) + 1 == digit(d).extent; }

  std::int64_t src() const { return src_; }
  std::int64_t dst() const { return dst_; }

  /// How many positions there are.
  std::int64_t positions() const {
    std::int64_t product = 1;
    for (int d = 0; d < digits_; ++d) product *= digit_[at(d)].extent;
    return product;
  }

  /// Goes to a position, counted from 0.
  void seek(std::int64_t position) {
    src_ = dst_ = 0;
    for (int d = 0; d < digits_; ++d) {
      Digit const& digit = digit_[at(d)];
      index_[at(d)] = position % digit.extent;
      position /= digit.extent;
      src_ += index_[at(d)] * digit.src;
      dst_ += index_[at(d)] * digit.dst;
    }
  }

  /// Goes to the next position; behind the last, to the first, and returns false.
  bool advance() {
    for (int d = 0; d < digits_; ++d) {
      Digit const& digit = digit_[at(d)];
      src_ += digit.src;
      dst_ += digit.dst;
      if (++index_[at(d)] < digit.extent) return true;
      src_ -= digit.src * digit.extent;
      dst_ -= digit.dst * digit.extent;
      index_[at(d)] = 0;
    }
    return false;
  }

 private:
  static std::size_t at(int d) { return static_cast<std::size_t>(d); }

  static constexpr std::size_t max_digits = max_axes + 1;

  std::array<Digit, max_digits> digit_;
  std::array<std::int64_t, max_digits> index_{};
  int digits_ = 0;
  std::int64_t src_ = 0;
  std::int64_t dst_ = 0;
};

}  // namespace isomer::detail
