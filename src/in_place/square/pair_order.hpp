// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

namespace isomer::in_place {

/// The pairs (i, j), i <= j, of `tiles` tiles in the order of a recursive halving (Frigo et al.
/// 1999): both halves of the triangle, and between them the rectangle that joins them, itself
/// halved along its longer side. It ends with runs of up to `longest_run` tiles of one row, which
/// memory delivers faster than single ones.
///
/// `visit(i, j, n)` is called for runs (i, j), .., (i, j + n - 1) of the pairs numbered
/// begin <= k < end. Subtrees outside are stepped over by their size, so that threads can start
/// anywhere.
template <class Visit>
class PairOrder {
 public:
  static constexpr std::int64_t longest_run = 4;

  PairOrder(std::int64_t begin, std::int64_t end, Visit& visit)
      : begin_(begin), end_(end), visit_(visit) {}

  static std::int64_t count(std::int64_t tiles) { return tiles * (tiles + 1) / 2; }

  void triangle(std::int64_t first, std::int64_t tiles) {
    if (tiles == 0 || skips(count(tiles))) return;
    if (tiles == 1) {
      run(first, first, 1);
      return;
    }
    std::int64_t const half = tiles / 2;
    triangle(first, half);
    rectangle(first, half, first + half, tiles - half);
    triangle(first + half, tiles - half);
  }

  /// The pairs of one of the tiles i .. i + rows - 1 with one of j .. j + cols - 1.
  void rectangle(std::int64_t i, std::int64_t rows, std::int64_t j, std::int64_t cols) {
    if (rows == 0 || skips(rows * cols)) return;
    if (rows == 1 && cols <= longest_run) {
      run(i, j, cols);
    } else if (rows >= cols || cols <= longest_run) {
      rectangle(i, rows / 2, j, cols);
      rectangle(i + rows / 2, rows - rows / 2, j, cols);
    } else {
      rectangle(i, rows, j, cols / 2);
      rectangle(i, rows, j + cols / 2, cols - cols / 2);
    }
  }

 private:
  bool skips(std::int64_t pairs) {
    if (at_ >= end_) return true;
    if (at_ + pairs > begin_) return false;
    at_ += pairs;
    return true;
  }

  void run(std::int64_t i, std::int64_t j, std::int64_t tiles) {
    std::int64_t const first = std::max<std::int64_t>(begin_ - at_, 0);
    std::int64_t const last = std::min(end_ - at_, tiles);
    at_ += tiles;
    visit_(i, j + first, last - first);
  }

  std::int64_t begin_;
  std::int64_t end_;
  Visit& visit_;
  std::int64_t at_ = 0;
};

}  // namespace isomer::in_place
