// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/slabs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace {

using namespace isomer::program;

Rearrangement rearranged(std::vector<std::int64_t> const& shape, std::int64_t item_bytes,
                         std::vector<int> const& axes) {
  Rearrangement rearrangement;
  rearrangement.from.shape = shape;
  rearrangement.from.item_bytes = item_bytes;
  rearrangement.axes = axes;
  return rearrangement;
}

std::int64_t bytes_of(Slab const& slab, std::int64_t item_bytes) {
  return byte_count({slab.extent, false, item_bytes});
}

TEST(Slabs, CoverEveryElementOnce) {
  std::mt19937 random(20261121);
  for (int round = 0; round < 300; ++round) {
    auto const draw = [&](int most) {
      return static_cast<int>(random() % static_cast<unsigned>(most));
    };
    Rearrangement rearrangement;
    auto const rank = static_cast<std::size_t>(1 + draw(4));
    for (std::size_t k = 0; k < rank; ++k) rearrangement.from.shape.push_back(1 + draw(9));
    rearrangement.from.item_bytes = 1 + draw(2000);
    rearrangement.from.fortran_order = draw(2) == 1;
    rearrangement.result_fortran_order = draw(2) == 1;
    rearrangement.axes.resize(rank);
    std::iota(rearrangement.axes.begin(), rearrangement.axes.end(), 0);
    std::shuffle(rearrangement.axes.begin(), rearrangement.axes.end(), random);

    auto const& shape = rearrangement.from.shape;
    std::vector<int> visits(static_cast<std::size_t>(byte_count({shape, false, 1})));
    for (auto const& slab : cut_into_slabs(rearrangement, 1 + draw(20000))) {
      auto const step = strides({shape, false, 1});
      std::vector<std::int64_t> index(rank, 0);
      for (bool more = true; more;) {
        std::int64_t at = 0;
        for (std::size_t k = 0; k < rank; ++k) at += (slab.first[k] + index[k]) * step[k];
        ASSERT_LT(static_cast<std::size_t>(at), visits.size()) << "round " << round;
        ++visits[static_cast<std::size_t>(at)];
        more = false;
        for (std::size_t k = 0; k < rank && !more; ++k) {
          more = ++index[k] < slab.extent[k];
          if (!more) index[k] = 0;
        }
      }
    }
    ASSERT_TRUE(std::all_of(visits.begin(), visits.end(), [](int n) { return n == 1; }))
        << "round " << round;
  }
}

TEST(Slabs, FollowEachOtherThroughTheOutput) {
  auto const rearrangement = rearranged({6, 5, 4096}, 4, {1, 0, 2});
  auto const slabs = cut_into_slabs(rearrangement, 16384);
  ASSERT_EQ(slabs.size(), 30U);
  EXPECT_EQ(slabs[1].first, (std::vector<std::int64_t>{1, 0, 0}));
  EXPECT_EQ(slabs[6].first, (std::vector<std::int64_t>{0, 1, 0}));
}

TEST(Slabs, AreNoSmallerThanAskedForButForTheLast) {
  auto const rearrangement = rearranged({1000, 3000}, 8, {1, 0});
  auto const slabs = cut_into_slabs(rearrangement, 1 << 20);
  ASSERT_GT(slabs.size(), 2U);
  for (std::size_t k = 0; k + 1 < slabs.size(); ++k) EXPECT_GE(bytes_of(slabs[k], 8), 1 << 20);
}

// A slab one element wide along the input's fastest axis would read a whole line for each element.
TEST(Slabs, ReadAPageAtATime) {
  auto const rearrangement = rearranged({1 << 20, 2048}, 4, {1, 0});
  for (auto const& slab : cut_into_slabs(rearrangement, 1 << 20))
    EXPECT_GE(slab.extent[1] * 4, 4096);
}

TEST(Slabs, AreOneWhereNoCutIsAllowed) {
  EXPECT_EQ(cut_into_slabs(rearranged({100, 100}, 8, {1, 0}), 1 << 20).size(), 1U);
  EXPECT_EQ(cut_into_slabs(rearranged({}, 8, {}), 1).size(), 1U);
}

TEST(Slabs, OfAnArrayWithoutElementsAreNone) {
  EXPECT_TRUE(cut_into_slabs(rearranged({3, 0}, 8, {1, 0}), 1).empty());
}

}  // namespace
