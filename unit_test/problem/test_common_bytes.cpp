// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem/common_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "problem/overlap.hpp"
#include "support/case.hpp"

namespace isomer::test {
namespace {

/// Views that are only looked at, never read: at a number of bytes into an imagined memory.
class Imagined {
 public:
  void add(std::int64_t place, Index const& extent, Index const& stride, int element_bytes) {
    detail::ViewInfo info;
    info.data = reinterpret_cast<std::byte*>(0x100000 + place);
    info.rank = static_cast<int>(extent.size());
    info.order = detail::Order::stride;
    info.element_bytes = element_bytes;
    std::copy(extent.begin(), extent.end(), info.extent.begin());
    std::copy(stride.begin(), stride.end(), info.stride.begin());
    infos_.push_back(info);
  }

  std::size_t size() const { return infos_.size(); }
  detail::ViewInfo const& info(std::size_t k) const { return infos_[k]; }

  std::vector<detail::PlacedView> views() {
    shapes_.clear();
    shapes_.reserve(infos_.size());
    std::vector<detail::PlacedView> placed;
    for (auto const& info : infos_) placed.push_back({info.data, &shapes_.emplace_back(info)});
    return placed;
  }

 private:
  std::vector<detail::ViewInfo> infos_;
  std::vector<detail::ViewShape> shapes_;
};

bool any_two_overlap(Imagined const& views) {
  for (std::size_t k = 0; k < views.size(); ++k)
    for (std::size_t j = k + 1; j < views.size(); ++j)
      if (detail::overlap(views.info(k), views.info(j))) return true;
  return false;
}

bool any_others_overlap(Imagined const& views, Imagined const& others) {
  for (std::size_t k = 0; k < views.size(); ++k)
    for (std::size_t j = 0; j < others.size(); ++j)
      if (k != j && detail::overlap(views.info(k), others.info(j))) return true;
  return false;
}

/// Compares with all pairs, one by one; returns whether there was one.
bool agrees(Imagined& views) {
  bool const expected = any_two_overlap(views);
  auto const found = detail::common_bytes(views.views());
  EXPECT_EQ(found.has_value(), expected);
  if (found) {
    EXPECT_LT(found->first, found->second);
    EXPECT_TRUE(detail::overlap(views.info(found->first), views.info(found->second)));
  }
  return expected;
}

bool agrees(Imagined& views, Imagined& others) {
  bool const expected = any_others_overlap(views, others);
  auto const found = detail::common_bytes(views.views(), others.views());
  EXPECT_EQ(found.has_value(), expected);
  if (found) {
    EXPECT_NE(found->first, found->second);
    EXPECT_TRUE(detail::overlap(views.info(found->first), others.info(found->second)));
  }
  return expected;
}

class CommonBytes : public testing::Test {
 protected:
  int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }

  /// A block of a matrix of 24 columns of 8 bytes, in both orders of its axes.
  void add_block(Imagined& to, int row, int column, int rows, int columns) {
    bool const turned = below(2) == 0;
    to.add((row * 24 + column) * 8, turned ? Index{columns, rows} : Index{rows, columns},
           turned ? Index{1, 24} : Index{24, 1}, 8);
  }

  std::mt19937_64 random_{first_seed()};
};

TEST_F(CommonBytes, AreThoseOfTwoBlocksOfAMatrix) {
  int shared = 0, apart = 0;
  for (int k = 0; k < 2000; ++k) {
    Imagined blocks;
    for (int n = 2 + below(5); n > 0; --n) {
      int const columns = 1 + below(6);
      add_block(blocks, below(12), below(25 - columns), 1 + below(5), columns);
    }
    ++(agrees(blocks) ? shared : apart);
  }
  EXPECT_GT(shared, 200);
  EXPECT_GT(apart, 200);
}

TEST_F(CommonBytes, AreFoundBetweenTwoListsButNotInOnePair) {
  int shared = 0, apart = 0;
  for (int k = 0; k < 2000; ++k) {
    Imagined dst, src;
    for (int n = 1 + below(5); n > 0; --n) {
      add_block(dst, below(20), below(20), 1 + below(3), 1 + below(4));
      add_block(src, below(20), below(20), 1 + below(3), 1 + below(4));
    }
    ++(agrees(dst, src) ? shared : apart);
  }
  EXPECT_GT(shared, 200);
  EXPECT_GT(apart, 200);
}

TEST_F(CommonBytes, AreThoseOfAnyTwoViews) {
  int shared = 0, apart = 0;
  for (int k = 0; k < 2000; ++k) {
    Imagined views, others;
    int const rank = 1 + below(4);
    for (int n = 2 + below(3); n > 0; --n) {
      Case const c = draw_case(
          random_(),
          {.min_rank = rank, .max_rank = rank, .max_bytes = 200, .element_bytes = {1, 2, 3, 8}});
      ArrayShape const a = c.src_shape(), b = c.dst_shape();
      views.add(below(1500), a.extent, a.stride, a.element_bytes);
      others.add(below(1500), b.extent, b.stride, b.element_bytes);
    }
    ++(agrees(views) ? shared : apart);
    agrees(views, others);
  }
  EXPECT_GT(shared, 200);
  EXPECT_GT(apart, 200);
}

TEST_F(CommonBytes, AreNotThoseOfEmptyViews) {
  Imagined views;
  views.add(0, {4, 4}, {4, 1}, 8);
  views.add(8, {0, 4}, {4, 1}, 8);
  views.add(16, {4, 0}, {4, 1}, 8);
  EXPECT_FALSE(detail::common_bytes(views.views()));
  EXPECT_FALSE(detail::common_bytes({}));
  EXPECT_FALSE(detail::common_bytes(views.views(), {}));
}

TEST_F(CommonBytes, OfAllBlocksOfALargeMatrixAreLookedForInNoTime) {
  // 14400 blocks of 16 x 16, whose address ranges overlap in 857000 pairs.
  constexpr int blocks = 120;
  Imagined views;
  for (int row = 0; row < blocks; ++row)
    for (int column = 0; column < blocks; ++column)
      views.add((row * 16 * blocks * 16 + column * 16) * 8, {16, 16}, {blocks * 16, 1}, 8);
  EXPECT_FALSE(detail::common_bytes(views.views()));
  views.add((16 * blocks * 16 + 15) * 8, {2, 2}, {blocks * 16, 1}, 8);
  auto const found = detail::common_bytes(views.views());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->second, views.size() - 1);
  EXPECT_THAT((std::vector<std::size_t>{blocks, blocks + 1}), testing::Contains(found->first));
}

/// Of LayoutLeft with the number of the block as the first axis: each range overlaps all others.
TEST_F(CommonBytes, OfInterleavedBlocksAreLookedForInNoTime) {
  constexpr std::int64_t blocks = 50000;
  auto const add = [](Imagined& to, std::int64_t block, std::int64_t behind) {
    to.add((behind + block) * 8, {4, 3}, {2 * blocks, 8 * blocks}, 8);
  };
  Imagined dst, src;
  for (std::int64_t k = 0; k < blocks; ++k) {
    add(dst, k, 0);
    add(src, k, blocks);
  }
  EXPECT_FALSE(detail::common_bytes(dst.views()));
  EXPECT_FALSE(detail::common_bytes(dst.views(), src.views()));
  add(dst, 77, 2 * blocks);
  auto const found = detail::common_bytes(dst.views());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->first, 77U);
  EXPECT_EQ(found->second, dst.size() - 1);
}

}  // namespace
}  // namespace isomer::test
