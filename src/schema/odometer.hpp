// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tile/job.hpp"

namespace isomer::detail {

/// Walks the indices of a few axes, the first fastest, keeping two offsets.
class Odometer {
 public:
  struct Digit {
    std::int64_t extent;
    tile::Offset src;
    tile::Offset out;
  };

  explicit Odometer(std::vector<Digit> digits) : digits_(std::move(digits)) {
    index_.resize(digits_.size());
  }

  tile::Offset src() const { return src_; }
  tile::Offset out() const { return out_; }

  bool advance() {
    for (std::size_t k = 0; k < digits_.size(); ++k) {
      src_ += digits_[k].src;
      out_ += digits_[k].out;
      if (++index_[k] < digits_[k].extent) return true;
      src_ -= digits_[k].src * digits_[k].extent;
      out_ -= digits_[k].out * digits_[k].extent;
      index_[k] = 0;
    }
    return false;
  }

 private:
  std::vector<Digit> digits_;
  std::vector<std::int64_t> index_;
  tile::Offset src_ = 0;
  tile::Offset out_ = 0;
};

}  // namespace isomer::detail
