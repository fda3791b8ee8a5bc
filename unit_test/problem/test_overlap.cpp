// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem/overlap.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <vector>

#include "support/case.hpp"

namespace isomer::test {
namespace {

/// A view that is only looked at, never read: `place` bytes into an imagined memory.
detail::ViewInfo view_at(std::uintptr_t place, ArrayShape const& shape) {
  detail::ViewInfo info;
  info.data = reinterpret_cast<std::byte*>(0x10000 + place);
  info.rank = shape.rank();
  info.order = detail::Order::stride;
  info.element_bytes = shape.element_bytes;
  std::copy(shape.extent.begin(), shape.extent.end(), info.extent.begin());
  std::copy(shape.stride.begin(), shape.stride.end(), info.stride.begin());
  return info;
}

std::set<std::int64_t> bytes_of(std::uintptr_t place, ArrayShape const& shape) {
  std::set<std::int64_t> bytes;
  for_each_index(shape.extent, [&](Index const& index) {
    for (int byte = 0; byte < shape.element_bytes; ++byte)
      bytes.insert(static_cast<std::int64_t>(place) + shape.offset(index) * shape.element_bytes +
                   byte);
  });
  return bytes;
}

bool share_a_byte(std::set<std::int64_t> const& a, std::set<std::int64_t> const& b) {
  for (std::int64_t const byte : a)
    if (b.contains(byte)) return true;
  return false;
}

TEST(Overlap, AgreesWithListingAllBytesOfBothViews) {
  std::mt19937_64 random(first_seed());
  int overlapping = 0, disjoint_though_interleaved = 0;
  for (int k = 0; k < 3000; ++k) {
    // Small shapes with gaps, placed so close that they interleave or collide.
    Case const c =
        draw_case(random(), {.max_rank = 4, .max_bytes = 200, .element_bytes = {1, 2, 3, 8}});
    ArrayShape a = c.src_shape(), b = c.dst_shape();
    for (ArrayShape* shape : {&a, &b}) {
      std::int64_t const spread = 1 + static_cast<std::int64_t>(random() % 4);
      for (auto& stride : shape->stride) stride *= spread;
    }
    std::uintptr_t const place = random() % 300;
    auto const in_a = bytes_of(100, a), in_b = bytes_of(place, b);
    bool const expected = share_a_byte(in_a, in_b);
    ASSERT_EQ(detail::overlap(view_at(100, a), view_at(place, b)), expected)
        << c << " at " << place;
    ASSERT_EQ(detail::overlap(view_at(place, b), view_at(100, a)), expected)
        << c << " at " << place;
    if (expected) ++overlapping;
    else if (!in_a.empty() && !in_b.empty() && *in_a.begin() < *in_b.rbegin() &&
             *in_b.begin() < *in_a.rbegin())
      ++disjoint_though_interleaved;
  }
  EXPECT_GT(overlapping, 300);
  EXPECT_GT(disjoint_though_interleaved, 100);
}

TEST(Overlap, OddAndEvenRowsOfOneParentAreDisjoint) {
  ArrayShape const every_other_row{{500, 1000}, {2000, 1}, 8};
  EXPECT_FALSE(detail::overlap(view_at(0, every_other_row), view_at(8000, every_other_row)));
  EXPECT_TRUE(detail::overlap(view_at(0, every_other_row), view_at(16000, every_other_row)));
}

TEST(Overlap, LeftAndRightHalvesOfOneMatrixAreDisjoint) {
  ArrayShape const half{{1000, 500}, {1000, 1}, 4};
  EXPECT_FALSE(detail::overlap(view_at(0, half), view_at(2000, half)));
  EXPECT_TRUE(detail::overlap(view_at(0, half), view_at(1996, half)));
}

TEST(Overlap, ColumnsOfLongMatricesAreDisjoint) {
  for (std::int64_t const rows : {200'000, 100'000'000}) {
    ArrayShape const column{{rows}, {4}, 8}, every_other{{rows / 2}, {8}, 8};
    for (ArrayShape const& other : {column, every_other}) {
      EXPECT_FALSE(detail::overlap(view_at(0, column), view_at(8, other)));
      EXPECT_TRUE(detail::overlap(view_at(0, column), view_at(4, other)));
      EXPECT_TRUE(detail::overlap(view_at(0, column), view_at(32, other)));
    }
  }
}

TEST(Overlap, EveryOtherColumnOfAnOddPitchIsDisjointFromThoseBetween) {
  ArrayShape const columns{{300'000, 500}, {1001, 2}, 8};
  EXPECT_FALSE(detail::overlap(view_at(0, columns), view_at(8, columns)));
  EXPECT_TRUE(detail::overlap(view_at(0, columns), view_at(16, columns)));
}

TEST(Overlap, PlanesOfOneCubeAreDisjoint) {
  ArrayShape const plane{{4000, 4000}, {8000, 2}, 8}, turned{{4000, 4000}, {2, 8000}, 8};
  for (ArrayShape const& other : {plane, turned}) {
    EXPECT_FALSE(detail::overlap(view_at(0, plane), view_at(8, other)));
    EXPECT_TRUE(detail::overlap(view_at(0, plane), view_at(16, other)));
  }
}

TEST(Overlap, NeighboursDoNotOverlap) {
  ArrayShape const row{{10}, {1}, 3};
  EXPECT_FALSE(detail::overlap(view_at(0, row), view_at(30, row)));
  EXPECT_TRUE(detail::overlap(view_at(0, row), view_at(29, row)));
}

TEST(Overlap, AnEmptyViewOverlapsNothing) {
  ArrayShape const row{{10}, {1}, 3}, nothing{{5, 0}, {1, 5}, 3};
  EXPECT_FALSE(detail::overlap(view_at(3, nothing), view_at(0, row)));
}

/// Eight strides of about a million: the sums of n of them lie in [n * 10^6, n * 10^6 + 44 n], but
/// which of all these sums is the next is more than a search can look through.
ArrayShape contrived() {
  ArrayShape shape{Index(8, 100), {}, 1};
  for (std::int64_t const more : {0, 1, 3, 7, 12, 20, 30, 44})
    shape.stride.push_back(1'000'000 + more);
  return shape;
}

TEST(Overlap, IsAssumedWhereTheSearchForACommonByteGrowsTooLong) {
  ArrayShape const byte{{1}, {1}, 1};
  std::uintptr_t const between = 300'000'000 - 1;  // no byte of the contrived view
  EXPECT_TRUE(detail::overlap(view_at(0, contrived()), view_at(between, byte)));
  EXPECT_TRUE(detail::overlap(view_at(between, byte), view_at(0, contrived())));
}

TEST(Overlap, IsDecidedWhereTheSearchIsShort) {
  ArrayShape const byte{{1}, {1}, 1};
  EXPECT_FALSE(detail::overlap(view_at(0, contrived()), view_at(1'000'002, byte)));
  EXPECT_TRUE(detail::overlap(view_at(0, contrived()), view_at(1'000'003, byte)));
}

TEST(SharedPlaces, AreFoundByListingThemAll) {
  std::mt19937_64 random(first_seed());
  int shared = 0, apart_though_interleaved = 0;
  for (int c = 0; c < case_count(3000); ++c) {
    ArrayShape shape{{}, {}, 1};
    std::int64_t reach = 0;
    for (std::size_t k = 0; k < 1 + random() % 4; ++k) {
      shape.extent.push_back(static_cast<std::int64_t>(1 + random() % 5));
      shape.stride.push_back(static_cast<std::int64_t>(random() % 25));
      reach += (shape.extent.back() - 1) * shape.stride.back();
    }
    std::set<std::int64_t> const places = bytes_of(0, shape);
    std::int64_t elements = 1;
    for (std::int64_t const extent : shape.extent) elements *= extent;
    bool const expected = static_cast<std::int64_t>(places.size()) < elements;
    ASSERT_EQ(detail::shares_places(view_at(0, shape)), expected) << c;
    if (expected) ++shared;
    else if (reach + 1 > elements && elements > 4) ++apart_though_interleaved;
  }
  EXPECT_GT(shared, case_count(3000) / 10);
  EXPECT_GT(apart_though_interleaved, case_count(3000) / 10);
}

}  // namespace
}  // namespace isomer::test
