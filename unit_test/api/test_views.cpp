// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include "support/oracle.hpp"
#include "support/view_access.hpp"

/// Every kind of View on either side.
namespace isomer::test {
namespace {

using L = Kokkos::LayoutLeft;
using R = Kokkos::LayoutRight;

TEST(Views, OfConstElementsAreSources) {
  auto const src = allocate<ManagedView<double, 3, R>>("src", {4, 5, 6});
  fill_distinct(src);
  ManagedView<double const, 3, R> const read_only = src;
  Kokkos::View<double const***, R, Device, Kokkos::MemoryTraits<Kokkos::RandomAccess>> const
      random_access = src;
  auto const dst = allocate<ManagedView<double, 3, L>>("dst", {6, 4, 5});
  isomer::permute(dst, read_only, {2, 0, 1});
  EXPECT_TRUE(holds_permuted(dst, {4, 5, 6}, {2, 0, 1}));
  fill_distinct(dst, 1);
  isomer::permute(dst, random_access, {2, 0, 1});
  EXPECT_TRUE(holds_permuted(dst, {4, 5, 6}, {2, 0, 1}));
}

TEST(Views, OfStaticExtentsAreSourcesAndDestinations) {
  Kokkos::View<float[3][5], R, Device> const src("src");
  Kokkos::View<float[5][3], L, Device> const dst("dst");
  auto const dynamic = allocate<ManagedView<float, 2, R>>("dynamic", {5, 3});
  fill_distinct(src);
  isomer::transpose(dst, src);
  EXPECT_TRUE(holds_permuted(dst, {3, 5}, {1, 0}));
  isomer::transpose(dynamic, src);
  EXPECT_TRUE(holds_permuted(dynamic, {3, 5}, {1, 0}));
}

TEST(Views, OfMixedExtentsAreSourcesAndDestinations) {
  Kokkos::View<int** [4][3], R, Device> const src("src", 6, 5);
  Kokkos::View<int* [3][6][5], L, Device> const dst("dst", 4);
  fill_distinct(src);
  isomer::permute(dst, src, {2, 3, 0, 1});
  EXPECT_TRUE(holds_permuted(dst, {6, 5, 4, 3}, {2, 3, 0, 1}));
}

TEST(Views, ManagedAndUnmanagedMayBeMixed) {
  auto const managed = allocate<ManagedView<int, 2, R>>("managed", {9, 11});
  GuardedArray const memory(ArrayShape{{11, 9}, {9, 1}, 4}, 4);
  auto const unmanaged = view_on<UnmanagedView<int, 2, R>>(memory);
  fill_distinct(managed);
  isomer::transpose(unmanaged, managed);
  EXPECT_TRUE(holds_permuted(unmanaged, {9, 11}, {1, 0}));
  auto const back = allocate<ManagedView<int, 2, R>>("back", {9, 11});
  isomer::transpose(back, unmanaged);
  EXPECT_TRUE(holds(back, {9, 11}));
}

template <class Layout>
class Subviews : public testing::Test {};
using Layouts = testing::Types<L, R>;
TYPED_TEST_SUITE(Subviews, Layouts);

TYPED_TEST(Subviews, WithGapsAndOffsetsLeaveTheRestOfTheParentAlone) {
  auto const parent = allocate<ManagedView<int, 4, TypeParam>>("parent", {7, 8, 9, 10});
  auto const target = allocate<ManagedView<int, 4, TypeParam>>("target", {12, 8, 9, 11});
  fill_distinct(parent);
  Kokkos::deep_copy(target, -1);
  using Range = std::pair<int, int>;
  auto const src = Kokkos::subview(parent, Range{1, 6}, Range{2, 8}, Range{0, 9}, Range{3, 8});
  auto const dst = Kokkos::subview(target, Range{2, 11}, Range{1, 6}, Range{3, 8}, Range{4, 10});
  isomer::permute(dst, src, {2, 0, 3, 1});  // 5x6x9x5 -> 9x5x5x6
  for_each_index({5, 6, 9, 5}, [&](Index const& i) {
    ASSERT_EQ(at(dst, permuted(i, {2, 0, 3, 1})), parent(i[0] + 1, i[1] + 2, i[2], i[3] + 3));
  });
  std::int64_t untouched = 0;
  for_each_index(extents_of(target), [&](Index const& i) { untouched += at(target, i) == -1; });
  EXPECT_EQ(untouched, 12 * 8 * 9 * 11 - 5 * 6 * 9 * 5);
}

TYPED_TEST(Subviews, OfLowerRankAreSourcesAndDestinations) {
  auto const parent = allocate<ManagedView<double, 4, TypeParam>>("parent", {6, 7, 5, 9});
  auto const target = allocate<ManagedView<double, 3, TypeParam>>("target", {9, 4, 6});
  fill_distinct(parent);
  Kokkos::deep_copy(target, -1.0);
  auto const src = Kokkos::subview(parent, Kokkos::ALL, 3, 2, Kokkos::ALL);  // 6x9
  auto const dst = Kokkos::subview(target, Kokkos::ALL, 1, Kokkos::ALL);     // 9x6
  isomer::transpose(dst, src);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 9; ++j) EXPECT_EQ(target(j, 1, i), parent(i, 3, 2, j));
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 9; ++j)
      EXPECT_EQ(target(j, 0, i) + target(j, 2, i) + target(j, 3, i), -3.0);
}

TYPED_TEST(Subviews, ThatInterleaveInOneParentAreNoOverlap) {
  auto const parent = allocate<ManagedView<int, 3, TypeParam>>("parent", {16, 2, 16});
  fill_distinct(parent);
  auto const even = Kokkos::subview(parent, Kokkos::ALL, 0, Kokkos::ALL);
  auto const odd = Kokkos::subview(parent, Kokkos::ALL, 1, Kokkos::ALL);
  isomer::transpose(odd, even);
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) EXPECT_EQ(parent(j, 1, i), parent(i, 0, j));
}

TEST(Views, OfALowerDimensionalSourceMayBeBroadcast) {
  // A stride of 0 repeats one row; the source is only read.
  auto const row = allocate<ManagedView<int, 1, R>>("row", {5});
  fill_distinct(row);
  Kokkos::View<int const**, Kokkos::LayoutStride, Device> const rows(
      row.data(), Kokkos::LayoutStride(4, 0, 5, 1));
  auto const dst = allocate<ManagedView<int, 2, R>>("dst", {5, 4});
  isomer::transpose(dst, rows);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 5; ++j) EXPECT_EQ(dst(j, i), row(j));
}

TEST(Views, OfRankZeroAreOneElement) {
  Kokkos::View<double, Device> const src("src"), dst("dst");
  src() = 7.5;
  isomer::permute(dst, src, {});
  EXPECT_EQ(dst(), 7.5);
  src() = 2.5;
  isomer::deep_copy(dst, src);
  EXPECT_EQ(dst(), 2.5);
}

TEST(Views, WithExtentsOfZeroAndOneAreOrdinary) {
  using V = ManagedView<double, 3, R>;
  auto const nothing = allocate<V>("nothing", {4, 0, 3}), to_nothing = allocate<V>("to", {3, 4, 0});
  EXPECT_NO_THROW(isomer::permute(to_nothing, nothing, {2, 0, 1}));
  auto const one = allocate<V>("one", {1, 1, 1}), to_one = allocate<V>("to", {1, 1, 1});
  one(0, 0, 0) = 3;
  isomer::permute(to_one, one, {1, 2, 0});
  EXPECT_EQ(to_one(0, 0, 0), 3);
  auto const flat = allocate<V>("flat", {1, 50, 1}), to_flat = allocate<V>("to", {50, 1, 1});
  fill_distinct(flat);
  isomer::permute(to_flat, flat, {1, 0, 2});
  EXPECT_TRUE(holds_permuted(to_flat, {1, 50, 1}, {1, 0, 2}));
}

TEST(Views, WithoutAnyAllocationAreEmpty) {
  ManagedView<double, 2, R> const none, to_none;
  EXPECT_NO_THROW(isomer::transpose(to_none, none));
  EXPECT_NO_THROW(isomer::deep_copy(to_none, none));
}

TEST(DynRankViews, AreSourcesAndDestinations) {
  using Dynamic = Kokkos::DynRankView<float, R, Device>;
  Dynamic const src("src", 4, 5, 6);
  Dynamic const dst("dst", 6, 4, 5);
  fill_distinct(src);
  isomer::permute(dst, src, {2, 0, 1});
  EXPECT_TRUE(holds_permuted(dst, {4, 5, 6}, {2, 0, 1}));
}

TEST(DynRankViews, MayMeetViewsOnEitherSide) {
  Kokkos::DynRankView<float, L, Device> const dynamic("dynamic", 4, 5, 6);
  auto const fixed = allocate<ManagedView<float, 3, R>>("fixed", {6, 5, 4});
  fill_distinct(dynamic);
  isomer::transpose(fixed, dynamic);
  EXPECT_TRUE(holds_permuted(fixed, {4, 5, 6}, {2, 1, 0}));
  Kokkos::DynRankView<float const, L, Device> const read_only = dynamic;
  isomer::transpose(fixed, read_only);
  EXPECT_TRUE(holds_permuted(fixed, {4, 5, 6}, {2, 1, 0}));
  Kokkos::DynRankView<float, L, Device> const back("back", 4, 5, 6);
  isomer::transpose(back, fixed);
  EXPECT_TRUE(holds(back, {4, 5, 6}));
}

TEST(DynRankViews, OfEveryRankKeepTheirIndices) {
  Index const extent7{2, 3, 2, 4, 1, 3, 2};
  for (int rank = 1; rank <= 7; ++rank) {
    SCOPED_TRACE(rank);
    std::array<std::size_t, 7> n{};
    n.fill(KOKKOS_INVALID_INDEX);
    std::copy(extent7.begin(), extent7.begin() + rank, n.begin());
    Kokkos::DynRankView<int, R, Device> const src("src", n[0], n[1], n[2], n[3], n[4], n[5], n[6]);
    Kokkos::DynRankView<int, L, Device> const dst("dst", n[0], n[1], n[2], n[3], n[4], n[5], n[6]);
    ASSERT_EQ(static_cast<int>(src.rank()), rank);
    fill_distinct(src);
    isomer::deep_copy(dst, src);
    EXPECT_TRUE(holds(dst, Index(extent7.begin(), extent7.begin() + rank)));
  }
}

}  // namespace
}  // namespace isomer::test
