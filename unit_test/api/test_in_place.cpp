// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <tuple>

#include "api/element.hpp"
#include "support/case.hpp"
#include "support/oracle.hpp"
#include "support/view_access.hpp"

namespace isomer::test {
namespace {

using L = Kokkos::LayoutLeft;
using R = Kokkos::LayoutRight;
using S = Kokkos::LayoutStride;
using ElementOfRank = std::tuple<double, float, std::uint16_t, std::uint8_t, Element<12>,
                                 Kokkos::complex<double>, std::int32_t, std::int64_t>;

/// A dense case: in place has no gaps; LayoutStride has its axes in any order.
template <class Layout>
ArrayShape dense_shape(Case const& c) {
  auto const order = std::is_same_v<Layout, S> ? c.src.slowest_first
                                               : memory_order(detail::order_of<Layout>(), c.rank());
  return {c.extent, strides_for(c.extent, order), c.element_bytes};
}

template <class T, int Rank, class Layout>
void permutes_in_place(int cases) {
  CaseRange const range{.min_rank = Rank,
                        .max_rank = Rank,
                        .max_bytes = 16384,
                        .element_bytes = {sizeof(T)},
                        .alignment = alignof(T)};
  for_each_case(cases, range, [](Case const& c) {
    GuardedArray const array(dense_shape<Layout>(c), c.src.misalignment);
    for (int which = 0; which < array.fills(); ++which) {
      array.fill(which);
      GuardedArray const before(array);
      auto view = view_on<UnmanagedView<T, Rank, Layout>>(array);
      Exec const exec;
      auto const result = isomer::permute_in_place(exec, std::move(view), to_axes(c.axes));
      exec.fence();
      static_assert(std::is_same_v<typename decltype(result)::array_layout, Layout>);
      ASSERT_EQ(extents_of(result), permuted(c.extent, c.axes));
      ArrayShape after{extents_of(result), {}, c.element_bytes};
      for (int k = 0; k < Rank; ++k)
        after.stride.push_back(static_cast<std::int64_t>(result.stride(k)));
      EXPECT_TRUE(same_bytes(array, naive_in_place(before, after, c.axes)));
    }
  });
}

template <class Layout>
class PermuteInPlace : public testing::Test {};
using Layouts = testing::Types<L, R, S>;
TYPED_TEST_SUITE(PermuteInPlace, Layouts);

TYPED_TEST(PermuteInPlace, AgreesWithTheOracleAtEveryRank) {
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (permutes_in_place<std::tuple_element_t<K, ElementOfRank>, static_cast<int>(K) + 1, TypeParam>(
         50),
     ...);
  }
  (std::make_index_sequence<8>{});
}

template <class T, int Rank, class From, class To>
void converts(int cases) {
  CaseRange const range{.min_rank = Rank,
                        .max_rank = Rank,
                        .max_bytes = 16384,
                        .element_bytes = {sizeof(T)},
                        .alignment = alignof(T)};
  for_each_case(cases, range, [](Case const& c) {
    GuardedArray const array(dense_shape<From>(c), c.src.misalignment);
    array.fill(0);
    GuardedArray const before(array);
    auto view = view_on<UnmanagedView<T, Rank, From>>(array);
    Exec const exec;
    auto const result = isomer::convert_layout<To>(exec, std::move(view));
    exec.fence();
    static_assert(std::is_same_v<typename decltype(result)::array_layout, To>);
    ASSERT_EQ(extents_of(result), c.extent);
    auto const same = memory_order(detail::Order::right, Rank);
    ArrayShape const after{c.extent,
                           strides_for(c.extent, memory_order(detail::order_of<To>(), Rank)),
                           c.element_bytes};
    EXPECT_TRUE(same_bytes(array, naive_in_place(before, after, same)));
    EXPECT_TRUE(holds(result, c.extent));
  });
}

TYPED_TEST(PermuteInPlace, ConvertLayoutKeepsEveryIndexAtEveryRank) {
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (converts<std::tuple_element_t<K, ElementOfRank>, static_cast<int>(K) + 1, TypeParam, L>(30),
     ...);
    (converts<std::tuple_element_t<K, ElementOfRank>, static_cast<int>(K) + 1, TypeParam, R>(30),
     ...);
  }
  (std::make_index_sequence<8>{});
}

TYPED_TEST(PermuteInPlace, TransposeReversesTheAxes) {
  for_each_case(
      100, {.min_rank = 3, .max_rank = 3, .max_bytes = 30000, .element_bytes = {8}, .alignment = 8},
      [](Case const& c) {
        GuardedArray const array(dense_shape<TypeParam>(c), c.src.misalignment);
        array.fill(0);
        auto view = view_on<UnmanagedView<double, 3, TypeParam>>(array);
        auto const result = isomer::transpose_in_place(std::move(view));
        EXPECT_TRUE(holds_permuted(result, c.extent, {2, 1, 0}));
      });
}

TEST(TransposeInPlace, OfAMatrixTwiceIsTheIdentity) {
  for (auto const& [m, n] : {std::pair{37, 91},
                             {64, 64},
                             {65, 63},
                             {1, 100},
                             {100, 1},
                             {2, 4097},
                             {4097, 3},
                             {128, 512},
                             {255, 257}}) {
    auto a = allocate<ManagedView<float, 2, R>>("a", {m, n});
    fill_distinct(a);
    auto transposed = isomer::transpose_in_place(std::move(a));
    EXPECT_TRUE(holds_permuted(transposed, {m, n}, {1, 0})) << m << "x" << n;
    auto const back = isomer::transpose_in_place(std::move(transposed));
    EXPECT_TRUE(holds(back, {m, n})) << m << "x" << n;
  }
}

TEST(ConvertLayout, ThereAndBackIsTheIdentity) {
  auto rows = allocate<ManagedView<double, 4, R>>("rows", {13, 8, 21, 5});
  fill_distinct(rows);
  auto columns = isomer::convert_layout<L>(std::move(rows));
  EXPECT_TRUE(holds(columns, {13, 8, 21, 5}));
  auto const back = isomer::convert_layout<R>(std::move(columns));
  EXPECT_TRUE(holds(back, {13, 8, 21, 5}));
}

TEST(ConvertLayout, KeepsStaticExtents) {
  Kokkos::View<int* [7][3], R, Device> view("view", 5);
  fill_distinct(view);
  auto const converted = isomer::convert_layout<L>(std::move(view));
  static_assert(std::is_same_v<decltype(converted)::data_type, int* [7][3]>);
  EXPECT_TRUE(holds(converted, {5, 7, 3}));
}

TEST(PermuteInPlaceOfStaticExtents, MakesThemDynamic) {
  Kokkos::View<int* [7][3], R, Device> view("view", 5);
  fill_distinct(view);
  auto const moved = isomer::permute_in_place(std::move(view), {2, 0, 1});
  static_assert(std::is_same_v<decltype(moved)::data_type, int***>);
  EXPECT_TRUE(holds_permuted(moved, {5, 7, 3}, {2, 0, 1}));
}

TEST(PermuteInPlaceOfAllStaticExtents, MakesThemDynamic) {
  Kokkos::View<double[6][35], L, Device> view("view");
  fill_distinct(view);
  auto const moved = isomer::transpose_in_place(std::move(view));
  EXPECT_TRUE(holds_permuted(moved, {6, 35}, {1, 0}));
}

template <class Layout>
class DynRankInPlace : public testing::Test {};
using DenseLayouts = testing::Types<L, R>;
TYPED_TEST_SUITE(DynRankInPlace, DenseLayouts);

template <class Layout>
Kokkos::DynRankView<int, Layout, Device> dynamic_view(Index const& extent) {
  std::array<std::size_t, 7> n{};
  n.fill(KOKKOS_INVALID_INDEX);
  std::copy(extent.begin(), extent.end(), n.begin());
  return Kokkos::DynRankView<int, Layout, Device>("dynamic", n[0], n[1], n[2], n[3], n[4], n[5],
                                                  n[6]);
}

TYPED_TEST(DynRankInPlace, IsPermutedAtEveryRank) {
  for (int rank = 1; rank <= 7; ++rank) {
    SCOPED_TRACE(rank);
    for_each_case(10, {.min_rank = rank, .max_rank = rank, .max_bytes = 8000, .element_bytes = {4}},
                  [](Case const& c) {
                    auto view = dynamic_view<TypeParam>(c.extent);
                    fill_distinct(view);
                    auto const* const data = view.data();
                    auto const moved = isomer::permute_in_place(std::move(view), to_axes(c.axes));
                    static_assert(std::is_same_v<std::remove_const_t<decltype(moved)>,
                                                 Kokkos::DynRankView<int, TypeParam, Device>>);
                    EXPECT_EQ(moved.data(), data);
                    EXPECT_EQ(static_cast<int>(moved.rank()), c.rank());
                    EXPECT_TRUE(holds_permuted(moved, c.extent, c.axes));
                  });
  }
}

TYPED_TEST(DynRankInPlace, ConvertsItsLayout) {
  using Other = std::conditional_t<std::is_same_v<TypeParam, L>, R, L>;
  for (Index const& extent :
       {Index{11}, Index{11, 7}, Index{5, 6, 7}, Index{2, 3, 4, 5, 2, 3, 2}}) {
    auto view = dynamic_view<TypeParam>(extent);
    fill_distinct(view);
    auto const converted = isomer::convert_layout<Other>(std::move(view));
    EXPECT_EQ(converted.use_count(), 1);
    EXPECT_TRUE(holds(converted, extent));
  }
}

TEST(InPlace, OfEmptyAndSingleElementViewsIsOrdinary) {
  using V = ManagedView<double, 3, R>;
  auto const nothing = isomer::permute_in_place(allocate<V>("nothing", {4, 0, 3}), {2, 0, 1});
  EXPECT_EQ(extents_of(nothing), (Index{3, 4, 0}));
  auto one = allocate<V>("one", {1, 1, 1});
  one(0, 0, 0) = 3;
  auto const same = isomer::convert_layout<L>(std::move(one));
  EXPECT_EQ(same(0, 0, 0), 3);
  ManagedView<double, 2, R> none;
  EXPECT_NO_THROW(isomer::transpose_in_place(std::move(none)));
}

TEST(InPlace, OfAContiguousSubviewLeavesTheRestOfTheParentAlone) {
  auto const parent = allocate<ManagedView<int, 3, R>>("parent", {4, 17, 23});
  fill_distinct(parent);
  auto page = Kokkos::subview(parent, 2, Kokkos::ALL, Kokkos::ALL);
  auto const moved = isomer::transpose_in_place(std::move(page), isomer::allow_aliases);
  int number = 2 * 17 * 23;
  for (int i = 0; i < 17; ++i)
    for (int j = 0; j < 23; ++j) EXPECT_EQ(moved(j, i), number++);
  for (int p : {0, 1, 3})
    for (int i = 0; i < 17; ++i)
      for (int j = 0; j < 23; ++j) EXPECT_EQ(parent(p, i, j), (p * 17 + i) * 23 + j);
}

TEST(InPlace, OfALayoutStrideViewThatIsContiguousKeepsItsOrderOfAxes) {
  // Axes of 5, 6, 7 with the middle one slowest and the first one fastest.
  auto const memory = allocate<ManagedView<int, 1, R>>("memory", {210});
  Kokkos::View<int***, S, Device> view(memory.data(), Kokkos::LayoutStride(5, 1, 6, 35, 7, 5));
  fill_distinct(view);
  auto const moved = isomer::permute_in_place(std::move(view), {2, 0, 1});
  EXPECT_EQ(moved.data(), memory.data());
  EXPECT_TRUE(holds_permuted(moved, {5, 6, 7}, {2, 0, 1}));
  // {7, 5, 6}: the middle axis is still the slowest, the first one the fastest.
  EXPECT_EQ(static_cast<int>(moved.stride(0)), 1);
  EXPECT_EQ(static_cast<int>(moved.stride(2)), 7);
  EXPECT_EQ(static_cast<int>(moved.stride(1)), 42);
}

}  // namespace
}  // namespace isomer::test
