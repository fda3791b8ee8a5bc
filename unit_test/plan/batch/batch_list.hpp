// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <isomer/detail/batch.hpp>

#include "support/case.hpp"
#include "support/guarded_array.hpp"
#include "support/moved_case.hpp"
#include "support/oracle.hpp"
#include "support/view_access.hpp"

namespace isomer::test {

/// A list of pairs of any shapes and elements, which have their axes in common.
class List {
 public:
  explicit List(std::vector<int> axes) : axes_(std::move(axes)), order_(to_axes(axes_)) {}

  void add(Case c) {
    c.axes = axes_;
    blocks_.push_back(std::make_unique<MovedCase>(c));
  }
  void add_to(detail::Batch& batch) const {
    for (auto const& block : blocks_) batch.add(block->dst.info(), block->src.info());
    batch.require_apart();
  }
  detail::Batch batch() const {
    detail::Batch batch("test", order_);
    add_to(batch);
    return batch;
  }
  void expect_moved() const {
    for (std::size_t k = 0; k < blocks_.size(); ++k)
      EXPECT_TRUE(same_bytes(blocks_[k]->dst, blocks_[k]->expected)) << "block " << k;
  }
  /// Moves the blocks by a plan for them.
  void move(Exec const& exec, PlanOptions const& options = {}) const {
    detail::Batch const all = batch();
    detail::make_batch_plan(exec, all, options, detail::Scalar::none)
        ->run(exec, all.blocks(), nullptr);
    exec.fence();
  }
  Axes const& axes() const { return order_; }
  std::vector<std::unique_ptr<MovedCase>> const& blocks() const { return blocks_; }

 private:
  std::vector<int> axes_;
  Axes order_;
  std::vector<std::unique_ptr<MovedCase>> blocks_;
};

/// Of many blocks of a few shapes: as each comes, again as it was, or at another place.
inline List draw_list(std::uint64_t seed, int blocks, std::int64_t max_bytes) {
  std::mt19937_64 random(seed);
  Case const first = draw_case(random(), {.max_bytes = max_bytes});
  CaseRange const range{.min_rank = first.rank(), .max_rank = first.rank(), .max_bytes = max_bytes};
  List list(first.axes);
  Case block = first;
  for (int k = 0; k < blocks; ++k) {
    if (random() % 3 == 0) block = draw_case(random(), range);
    if (random() % 3 == 0) block.src.misalignment = static_cast<int>(random() % 64);
    if (random() % 3 == 0) block.dst.misalignment = static_cast<int>(random() % 64);
    list.add(block);
  }
  return list;
}

/// Blocks in one array on either side, `apart` elements from each other.
class InOneArray {
 public:
  InOneArray(std::int64_t blocks, std::int64_t rows, std::int64_t cols, std::int64_t src_apart,
             std::int64_t dst_apart)
      : src_(ArrayShape{{blocks, rows, cols}, {src_apart, cols, 1}, 8}, 0),
        dst_(ArrayShape{{blocks, cols, rows}, {dst_apart, rows, 1}, 8}, 0),
        expected_(dst_) {
    src_.fill(0);
    naive_permute(expected_, src_, {0, 2, 1});
  }
  detail::Batch batch(std::vector<std::int64_t> const& order) const {
    detail::Batch batch("test", axes_);
    for (std::int64_t const k : order) batch.add(block(dst_, k), block(src_, k));
    return batch;
  }
  void expect_moved() const { EXPECT_TRUE(same_bytes(dst_, expected_)); }

 private:
  static detail::ViewInfo block(GuardedArray const& of, std::int64_t k) {
    detail::ViewInfo info = of.info();
    ArrayShape const& shape = of.shape();
    info.rank = 2;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      info.extent[axis] = shape.extent[axis + 1];
      info.stride[axis] = shape.stride[axis + 1];
    }
    info.data = of.at({k, 0, 0});
    return info;
  }
  GuardedArray src_, dst_, expected_;
  Axes axes_{1, 0};
};

}  // namespace isomer::test
