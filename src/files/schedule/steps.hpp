// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "files/group.hpp"
#include "files/schedule/part.hpp"

/// A schedule: steps one after the other, each of which brings the array from one order of its axes
/// to the next, item by item along the leading axes that stay where they are.
namespace isomer::files {

enum class Kind : std::uint8_t {
  transfer = 1,
  ring_items = 2,
  ring_squares = 3,
  slots = 4,
  wide = 5,
  blocks = 6,
  chunks = 7,
  local = 8
};

struct StepNumbers {
  Kind kind = Kind::transfer;
  std::uint64_t batch = 0;              ///< leading axes that are gone through item by item
  std::vector<std::size_t> order{};     ///< axes of the source, in their order after the step
  std::array<std::uint64_t, 4> with{};  ///< what the kind wants: slot, tile, ..
};

struct Numbers {
  Way way = Way::automatic;
  std::uint64_t file_bytes = 0;
  Problem problem{};
  std::vector<StepNumbers> steps{};

  std::vector<std::uint64_t> written() const;
  /// Throws isomer::Error where they make no schedule.
  static Numbers read(std::span<std::uint64_t const> numbers);
  void check() const;
};

/// What one item of a step does, with the item at `offset`.
Problem item_of(Numbers const& numbers, std::size_t step);
std::unique_ptr<Part> make_part(Numbers const& numbers, StepNumbers const& step,
                                Problem const& item);

class Steps final : public Schedule {
 public:
  explicit Steps(Numbers numbers);

  Way way() const override { return numbers_.way; }
  Geometry geometry() const override;
  std::uint64_t groups() const override { return steps_.back().end; }
  Group group(std::uint64_t t) const override;
  std::uint64_t spare_pages() const override { return spare_pages_; }
  std::uint64_t extra_bytes() const override { return part(0, 0)->extra_bytes(); }
  int passes() const override { return passes_; }
  EdgeBytes head() const override { return head_; }
  EdgeBytes tail() const override { return tail_; }
  bool through_ring() const override;
  std::vector<std::uint64_t> numbers() const override { return numbers_.written(); }
  std::uint64_t table_bytes() const override;

 private:
  struct Step {
    Problem item{};
    std::uint64_t items = 1;
    std::uint64_t begin = 0;  ///< first group
    std::uint64_t end = 0;
    std::vector<std::uint64_t> of_item{};  ///< first group of each item, from `begin` on
    int passes_before = 0;
  };
  struct Built {
    std::size_t step = 0;
    std::uint64_t item = 0;
    std::shared_ptr<Part const> part{};
  };
  std::shared_ptr<Part const> part(std::size_t step, std::uint64_t item) const;
  std::uint64_t head_page(std::size_t step) const { return step % 2; }
  std::uint64_t tail_page(std::size_t step, std::uint64_t item) const {
    return 2 + step % 2 * 2 + item % 2;
  }
  Group edges(std::size_t step, std::uint64_t item, Part const& part) const;
  void redirect(Group& group, std::size_t step) const;
  void count(std::size_t step);

  Numbers numbers_;
  std::vector<Step> steps_{};
  bool one_part_ = false;
  std::uint64_t spare_begin_ = 0;  ///< of the parts; before it, edges
  std::uint64_t spare_pages_ = 0;
  std::uint64_t tables_ = 0;
  int passes_ = 0;
  EdgeBytes head_{};
  EdgeBytes tail_{};
  mutable std::mutex mutex_{};
  mutable Built built_{};
};

}  // namespace isomer::files
