// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <set>
#include <sstream>
#include <string>

#include "machine/memory_limits.hpp"
#include "support/case.hpp"
#include "support/guarded_array.hpp"
#include "support/oracle.hpp"
#include "support/view_access.hpp"

/// The tests' own tools: a test that cannot fail is worthless, so each tool is fed broken results.
namespace isomer::test {
namespace {

ArrayShape dense(Index extent, int element_bytes) {
  auto const order = memory_order(detail::Order::right, static_cast<int>(extent.size()));
  auto stride = strides_for(extent, order);
  return {std::move(extent), std::move(stride), element_bytes};
}

TEST(ArrayShape, StridesOfLayoutRightCountUpwardsFromTheLastAxis) {
  EXPECT_EQ(strides_for({2, 3, 5}, memory_order(detail::Order::right, 3)), (Index{15, 5, 1}));
}

TEST(ArrayShape, StridesOfLayoutLeftCountUpwardsFromTheFirstAxis) {
  EXPECT_EQ(strides_for({2, 3, 5}, memory_order(detail::Order::left, 3)), (Index{1, 2, 6}));
}

TEST(ArrayShape, AGapSeparatesTheTurnsOfItsAxis) {
  EXPECT_EQ(strides_for({2, 3, 5}, {0, 1, 2}, {0, 1, 2}), (Index{28, 7, 1}));
}

TEST(ArrayShape, AnEmptyArrayHasNoSpan) {
  EXPECT_EQ((ArrayShape{{4, 0, 3}, {9, 3, 1}, 8}.span()), 0);
  EXPECT_EQ((ArrayShape{{4, 2, 3}, {10, 3, 1}, 8}.span()), 36);
}

TEST(ForEachIndex, VisitsEveryIndexOnceWithTheLastAxisFastest) {
  std::vector<Index> visited;
  for_each_index({2, 1, 3}, [&](Index const& index) { visited.push_back(index); });
  std::vector<Index> const expected{{0, 0, 0}, {0, 0, 1}, {0, 0, 2},
                                    {1, 0, 0}, {1, 0, 1}, {1, 0, 2}};
  EXPECT_EQ(visited, expected);
}

TEST(ForEachIndex, VisitsNothingOfAnEmptyArray) {
  int visits = 0;
  for_each_index({3, 0}, [&](Index const&) { ++visits; });
  EXPECT_EQ(visits, 0);
}

class Fill : public testing::TestWithParam<int> {};

TEST_P(Fill, GivesEveryElementItsOwnBytes) {
  GuardedArray const array(dense({40, 50}, GetParam()), 0);
  std::set<std::string> seen;
  std::vector<std::string> content(2000);
  for (int which = 0; which < array.fills(); ++which) {
    array.fill(which);
    std::size_t k = 0;
    for_each_index(array.shape().extent, [&](Index const& index) {
      content[k++].append(reinterpret_cast<char const*>(array.at(index)),
                          static_cast<std::size_t>(GetParam()));
    });
  }
  seen.insert(content.begin(), content.end());
  EXPECT_EQ(seen.size(), 2000U);
}

class FillOfSeveralBytes : public Fill {};

TEST_P(FillOfSeveralBytes, TellsTheBytesOfAnElementApart) {
  GuardedArray const array(dense({40, 50}, GetParam()), 0);
  array.fill(0);
  // Rotating the bytes of one element has to give a value that is not the element's.
  std::byte* const element = array.at({39, 49});
  std::string const before(reinterpret_cast<char const*>(element),
                           static_cast<std::size_t>(GetParam()));
  for (int turn = 1; turn < GetParam(); ++turn) {
    std::string rotated = before;
    std::rotate(rotated.begin(), rotated.begin() + turn, rotated.end());
    EXPECT_NE(rotated, before);
  }
}

INSTANTIATE_TEST_SUITE_P(Bytes, Fill, testing::Values(1, 2, 3, 4, 5, 8, 12, 16, 40, 64));
INSTANTIATE_TEST_SUITE_P(Bytes, FillOfSeveralBytes, testing::Values(2, 3, 4, 5, 8, 12, 16, 40, 64));

TEST(GuardedArray, StartsWhereItIsToldBehindABoundary) {
  for (int const misalignment : {0, 1, 7, 63}) {
    GuardedArray const array(dense({3}, 1), misalignment);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.data()) % 128,
              static_cast<std::uintptr_t>(misalignment));
  }
}

TEST(GuardedArray, ACopyIsTheSame) {
  GuardedArray const array(dense({3, 4}, 5), 3);
  array.fill(0);
  GuardedArray const copy(array);
  EXPECT_TRUE(same_bytes(copy, array));
}

TEST(SameBytes, NamesAGuardByteWrittenBeforeTheData) {
  GuardedArray const array(dense({3, 4}, 2), 0);
  GuardedArray const copy(array);
  array.data()[-1] ^= std::byte{1};
  auto const result = same_bytes(array, copy);
  EXPECT_FALSE(result);
  EXPECT_NE(std::string(result.message()).find("guard byte 1 before the first"), std::string::npos);
}

TEST(SameBytes, NamesAGuardByteWrittenBehindTheData) {
  GuardedArray const array(dense({3, 4}, 2), 5);
  GuardedArray const copy(array);
  array.data()[24] ^= std::byte{0x80};
  auto const result = same_bytes(array, copy);
  EXPECT_FALSE(result);
  EXPECT_NE(std::string(result.message()).find("guard byte 0 behind the last"), std::string::npos);
}

TEST(SameBytes, NamesAByteWrittenIntoAGap) {
  GuardedArray const array(ArrayShape{{2, 3}, {4, 1}, 2}, 0);
  GuardedArray const copy(array);
  array.data()[6] ^= std::byte{1};  // element 3 lies between the rows
  auto const result = same_bytes(array, copy);
  EXPECT_FALSE(result);
  EXPECT_NE(std::string(result.message()).find("a gap, 3 elements"), std::string::npos);
}

TEST(SameBytes, NamesTheElementThatIsWrong) {
  GuardedArray const array(ArrayShape{{2, 3}, {4, 1}, 2}, 0);
  GuardedArray const copy(array);
  array.at({1, 2})[1] ^= std::byte{1};
  auto const result = same_bytes(array, copy);
  EXPECT_FALSE(result);
  EXPECT_NE(std::string(result.message()).find("byte 1 of the element at (1, 2)"),
            std::string::npos)
      << result.message();
}

TEST(Oracle, TransposesAMatrix) {
  GuardedArray const src(dense({2, 3}, 1), 0);
  GuardedArray const dst(dense({3, 2}, 1), 0);
  src.fill(0);
  naive_permute(dst, src, {1, 0});
  std::string got(reinterpret_cast<char const*>(dst.data()), 6);
  EXPECT_EQ(got, std::string("\0\3\1\4\2\5", 6));
}

TEST(Oracle, RotatesThreeAxes) {
  GuardedArray const src(dense({2, 3, 4}, 4), 0);
  GuardedArray const dst(dense({4, 2, 3}, 4), 0);
  src.fill(0);
  naive_permute(dst, src, {2, 0, 1});
  std::int32_t number = 0;
  std::memcpy(&number, dst.at({3, 1, 2}), 4);
  EXPECT_EQ(number, 1 * 12 + 2 * 4 + 3);
}

TEST(Oracle, CatchesAResultWithTwoElementsSwapped) {
  GuardedArray const src(dense({5, 7}, 3), 1);
  GuardedArray const expected(dense({7, 5}, 3), 2);
  src.fill(0);
  GuardedArray const actual(expected);
  naive_permute(expected, src, {1, 0});
  naive_permute(actual, src, {1, 0});
  ASSERT_TRUE(same_bytes(actual, expected));
  std::swap_ranges(actual.at({0, 0}), actual.at({0, 0}) + 3, actual.at({6, 4}));
  EXPECT_FALSE(same_bytes(actual, expected));
}

TEST(Oracle, CatchesTheIdentityInPlaceOfATransposition) {
  GuardedArray const src(dense({6, 6}, 1), 0);
  GuardedArray const expected(dense({6, 6}, 1), 0);
  GuardedArray const actual(expected);
  src.fill(0);
  naive_permute(expected, src, {1, 0});
  naive_permute(actual, src, {0, 1});
  EXPECT_FALSE(same_bytes(actual, expected));
}

TEST(Oracle, InPlaceIsOutOfPlaceOnTheSameMemory) {
  GuardedArray const before(dense({4, 3, 2}, 5), 7);
  before.fill(0);
  auto const after = dense({2, 4, 3}, 5);
  GuardedArray const in_place = naive_in_place(before, after, {2, 0, 1});
  GuardedArray const dst(after, 7);
  naive_permute(dst, before, {2, 0, 1});
  EXPECT_EQ(std::memcmp(in_place.data(), dst.data(), 24 * 5), 0);
}

TEST(DrawCase, IsTheSameForTheSameSeed) {
  std::ostringstream first, second;
  first << draw_case(77, {});
  second << draw_case(77, {});
  EXPECT_EQ(first.str(), second.str());
}

TEST(DrawCase, KeepsToItsRange) {
  CaseRange const range{
      .min_rank = 2, .max_rank = 5, .max_bytes = 4096, .element_bytes = {3, 12}, .alignment = 4};
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Case const c = draw_case(seed, range);
    EXPECT_GE(c.rank(), 2);
    EXPECT_LE(c.rank(), 5);
    EXPECT_LE(c.src_shape().size() * c.element_bytes, 4096);
    EXPECT_TRUE(c.element_bytes == 3 || c.element_bytes == 12);
    EXPECT_EQ(c.src.misalignment % 4, 0);
    EXPECT_EQ(c.dst_shape().size(), c.src_shape().size());
  }
}

TEST(DrawCase, DrawsEveryRankExtentKindGapAndMisalignment) {
  std::set<int> ranks, sizes, misalignments;
  std::set<std::int64_t> extents;
  int with_gaps = 0, empty = 0, in_another_order = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Case const c = draw_case(seed, {});
    ranks.insert(c.rank());
    sizes.insert(c.element_bytes);
    misalignments.insert(c.src.misalignment);
    extents.insert(c.extent.begin(), c.extent.end());
    if (c.src_shape().span() > c.src_shape().size()) ++with_gaps;
    if (c.src_shape().size() == 0) ++empty;
    if (!std::is_sorted(c.src.slowest_first.begin(), c.src.slowest_first.end())) ++in_another_order;
  }
  EXPECT_EQ(ranks.size(), 8U);
  EXPECT_EQ(sizes.size(), 42U);
  EXPECT_EQ(misalignments.size(), 64U);
  for (std::int64_t const extent : {0, 1, 2, 3, 7, 31, 32, 33, 63, 64, 65, 127, 128, 129, 257})
    EXPECT_TRUE(extents.contains(extent)) << extent;
  EXPECT_GT(with_gaps, 300);
  EXPECT_GT(empty, 20);
  EXPECT_GT(in_another_order, 500);
}

TEST(DrawCase, NeverPutsTwoElementsInOnePlace) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Case const c = draw_case(seed, {.max_bytes = 2000});
    for (ArrayShape const& shape : {c.src_shape(), c.dst_shape()}) {
      std::set<std::int64_t> places;
      for_each_index(shape.extent, [&](Index const& i) { places.insert(shape.offset(i)); });
      EXPECT_EQ(static_cast<std::int64_t>(places.size()), shape.size()) << c;
    }
  }
}

template <class Layout>
class ViewOn : public testing::Test {};
using Layouts = testing::Types<Kokkos::LayoutLeft, Kokkos::LayoutRight, Kokkos::LayoutStride>;
TYPED_TEST_SUITE(ViewOn, Layouts);

TYPED_TEST(ViewOn, FindsEveryElementWhereTheGuardedArrayHasIt) {
  bool const is_left = std::is_same_v<TypeParam, Kokkos::LayoutLeft>;
  bool const has_gaps = std::is_same_v<TypeParam, Kokkos::LayoutStride>;
  Index const extent{3, 4, 5};
  ArrayShape const shape{
      extent,
      strides_for(extent, memory_order(is_left ? detail::Order::left : detail::Order::right, 3),
                  has_gaps ? std::vector<int>{1, 2, 3} : std::vector<int>{}),
      8};
  GuardedArray const array(shape, 8);
  auto const view = view_on<UnmanagedView<double, 3, TypeParam>>(array);
  for_each_index(extent, [&](Index const& i) {
    EXPECT_EQ(reinterpret_cast<std::byte*>(&at(view, i)), array.at(i));
  });
}

TEST(HoldsPermuted, AcceptsATransposedViewAndRejectsOneWrongElement) {
  auto const view = allocate<ManagedView<short, 2, Kokkos::LayoutRight>>("transposed", {3, 2});
  for (short i = 0; i < 2; ++i)
    for (short j = 0; j < 3; ++j) view(j, i) = static_cast<short>(3 * i + j);
  EXPECT_TRUE(holds_permuted(view, {2, 3}, {1, 0}));
  EXPECT_FALSE(holds_permuted(view, {3, 2}, {0, 1}));
  view(2, 1) = 0;
  EXPECT_FALSE(holds_permuted(view, {2, 3}, {1, 0}));
}

TEST(MemoryAvailable, IsSomeBytes) { EXPECT_GT(detail::memory_left(), 1 << 20); }

}  // namespace
}  // namespace isomer::test
