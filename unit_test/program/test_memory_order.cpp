// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/memory_order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "program/failure.hpp"

namespace {

using namespace isomer::program;
using testing::ElementsAre;

using Bytes = std::vector<int>;

/// The bytes after a rearrangement, index by index.
Bytes rearranged(Bytes const& from, Rearrangement const& rearrangement) {
  auto const to = result_layout(rearrangement);
  auto const step_from = strides(rearrangement.from);
  auto const step_to = strides(to);
  auto const item = rearrangement.from.item_bytes;
  Bytes result(from.size());
  std::vector<std::int64_t> at(to.shape.size(), 0);
  for (std::size_t n = 0; n < from.size() / static_cast<std::size_t>(item); ++n) {
    std::int64_t src = 0;
    std::int64_t dst = 0;
    for (std::size_t k = 0; k < at.size(); ++k) {
      dst += at[k] * step_to[k];
      src += at[k] * step_from[static_cast<std::size_t>(rearrangement.axes[k])];
    }
    for (std::int64_t b = 0; b < item; ++b)
      result[static_cast<std::size_t>(dst * item + b)] =
          from[static_cast<std::size_t>(src * item + b)];
    for (std::size_t k = at.size(); k-- > 0;) {
      if (++at[k] < to.shape[k]) break;
      at[k] = 0;
    }
  }
  return result;
}

Rearrangement in_c_order(MemoryOrder const& order) {
  Rearrangement result;
  result.from.item_bytes = static_cast<std::int64_t>(order.array.element_bytes);
  result.from.shape.assign(order.array.extents.begin(), order.array.extents.end());
  result.axes = order.axes;
  return result;
}

TEST(MemoryOrder, OfARelayoutReversesTheAxes) {
  auto const to_f = memory_order_of({{{3, 4, 5}, false, 8}, {0, 1, 2}, true}, 128);
  EXPECT_THAT(to_f.array.extents, ElementsAre(3, 4, 5));
  EXPECT_THAT(to_f.axes, ElementsAre(2, 1, 0));
  EXPECT_EQ(to_f.array.offset, 128);
  EXPECT_EQ(to_f.array.element_bytes, 8);
  auto const to_c = memory_order_of({{{3, 4, 5}, true, 8}, {0, 1, 2}, false}, 128);
  EXPECT_THAT(to_c.array.extents, ElementsAre(5, 4, 3));
  EXPECT_THAT(to_c.axes, ElementsAre(2, 1, 0));
}

TEST(MemoryOrder, SplitsElementsThatAreTooLong) {
  auto const order = memory_order_of({{{3, 4}, false, 100}, {1, 0}, false}, 0);
  EXPECT_THAT(order.array.extents, ElementsAre(3, 4, 2));
  EXPECT_THAT(order.axes, ElementsAre(1, 0, 2));
  EXPECT_EQ(order.array.element_bytes, 50);
}

TEST(MemoryOrder, MovesTheSameBytesAsTheRearrangement) {
  std::mt19937 random(20261127);
  auto const up_to = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
  for (int n = 0; n < 2000; ++n) {
    Rearrangement rearrangement;
    auto const rank = static_cast<std::size_t>(1 + up_to(7));
    for (std::size_t k = 0; k < rank; ++k) rearrangement.from.shape.push_back(1 + up_to(2));
    rearrangement.from.fortran_order = up_to(1) == 1;
    rearrangement.result_fortran_order = up_to(1) == 1;
    rearrangement.from.item_bytes = up_to(3) == 0 ? 65 + up_to(70) : 1 + up_to(4);
    rearrangement.axes.resize(rank);
    std::iota(rearrangement.axes.begin(), rearrangement.axes.end(), 0);
    std::shuffle(rearrangement.axes.begin(), rearrangement.axes.end(), random);
    Bytes bytes(static_cast<std::size_t>(byte_count(rearrangement.from)));
    std::iota(bytes.begin(), bytes.end(), 0);
    MemoryOrder order;
    try {
      order = memory_order_of(rearrangement, 0);
    } catch (Failure const&) {
      ASSERT_EQ(rank, 8U);
      ASSERT_GT(rearrangement.from.item_bytes, 64);
      continue;
    }
    ASSERT_LE(order.axes.size(), 8U);
    ASSERT_LE(order.array.element_bytes, 64U);
    ASSERT_EQ(rearranged(bytes, in_c_order(order)), rearranged(bytes, rearrangement));
  }
}

TEST(MemoryOrder, RefusesLongElementsWithEightAxesThatAllMove) {
  std::vector<int> const axes{7, 6, 5, 4, 3, 2, 1, 0};
  Rearrangement const long_ones{{std::vector<std::int64_t>(8, 2), false, 80}, axes, false};
  EXPECT_FALSE(has_memory_order(long_ones));
  EXPECT_THROW(memory_order_of(long_ones, 0), Failure);
  EXPECT_TRUE(has_memory_order({{std::vector<std::int64_t>(8, 2), false, 8}, axes, false}));
}

TEST(MemoryOrder, OfASingleElementHasAnAxis) {
  auto const order = memory_order_of({{{}, false, 8}, {}, false}, 16);
  EXPECT_THAT(order.array.extents, ElementsAre(1));
  EXPECT_THAT(order.axes, ElementsAre(0));
  auto const long_one = memory_order_of({{{}, false, 100}, {}, false}, 16);
  EXPECT_THAT(long_one.array.extents, ElementsAre(1, 2));
  EXPECT_THAT(long_one.axes, ElementsAre(0, 1));
}

}  // namespace
