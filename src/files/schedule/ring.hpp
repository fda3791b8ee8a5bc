// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "files/schedule/lay.hpp"
#include "files/schedule/part.hpp"

/// Pages that are still read may be overwritten: the runner takes new ones through a ring.
namespace isomer::files {

/// Whole items at a time, each of which fits in memory: axes before `batch` stay where they are.
class RingItems final : public Part {
 public:
  RingItems(Problem const& problem, std::size_t batch, std::uint64_t items_of_group);

  std::uint64_t groups() const override;
  Group group(std::uint64_t t) const override;
  int passes() const override { return 1; }

 private:
  Problem problem_;
  std::size_t batch_;
  std::uint64_t of_group_;
  std::uint64_t items_ = 1;
};

/// Squares [batch][n][n] of elements that may be long, by pairs of tiles across the diagonal.
class RingSquares final : public Part {
 public:
  struct Square {
    std::uint64_t batch = 1;
    std::uint64_t n = 1;
    std::uint64_t element = 1;  ///< bytes that stay together
  };
  /// Whether no two runs of a pair of tiles share a page, at any offset.
  static bool fits(Square const& square, std::uint64_t tile, std::uint64_t page);
  /// The square that a problem is; batch 0: it is none.
  static Square square_of(Problem const& problem);

  RingSquares(Problem const& problem, std::uint64_t tile);

  std::uint64_t groups() const override { return square_.batch * tiles_ * (tiles_ + 1) / 2; }
  Group group(std::uint64_t t) const override;
  int passes() const override { return 1; }

 private:
  Laid add_tile(Group& group, std::uint64_t corner, std::uint64_t rows, std::uint64_t cols) const;

  Problem problem_;
  Square square_;
  std::uint64_t tile_;
  std::uint64_t tiles_;
};

}  // namespace isomer::files
