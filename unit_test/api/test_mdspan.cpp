// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#ifdef KOKKOS_ENABLE_IMPL_MDSPAN

#include <array>
#include <cstdint>

#include <Kokkos_OffsetView.hpp>

#include "support/case.hpp"
#include "support/message_of.hpp"
#include "support/oracle.hpp"
#include "support/view_access.hpp"

/// mdspans on either side of a call, and in place.
namespace isomer::test {
namespace {

using Left = Kokkos::layout_left;
using Right = Kokkos::layout_right;
using Strided = Kokkos::layout_stride;
template <class T, int Rank, class Layout>
using Span = Kokkos::mdspan<T, Kokkos::dextents<std::int64_t, Rank>, Layout>;

/// An mdspan on guarded memory; a layout other than layout_stride must be the one of the array.
template <class T, int Rank, class Layout>
Span<T, Rank, Layout> span_on(GuardedArray const& array) {
  std::array<std::int64_t, Rank> extent{};
  std::array<std::int64_t, Rank> stride{};
  for (std::size_t k = 0; k < extent.size(); ++k) {
    extent[k] = array.shape().extent[k];
    stride[k] = array.shape().stride[k];
  }
  auto* const data = reinterpret_cast<T*>(array.data());
  using Mapping = typename Span<T, Rank, Layout>::mapping_type;
  typename Mapping::extents_type const extents(extent);
  if constexpr (std::is_same_v<Layout, Strided>)
    return Span<T, Rank, Layout>(data, Mapping(extents, stride));
  else return Span<T, Rank, Layout>(data, Mapping(extents));
}

/// Where a case lies without gaps; layout_stride has its axes in any order.
template <class Layout>
ArrayShape dense(Index const& extent, std::vector<int> const& strided_order, int element_bytes) {
  int const rank = static_cast<int>(extent.size());
  auto const order = std::is_same_v<Layout, Left>    ? memory_order(detail::Order::left, rank)
                     : std::is_same_v<Layout, Right> ? memory_order(detail::Order::right, rank)
                                                     : strided_order;
  return {extent, strides_for(extent, order), element_bytes};
}

template <class M>
ArrayShape shape_of(M const& span) {
  ArrayShape shape{{}, {}, sizeof(typename M::element_type)};
  for (std::size_t k = 0; k < M::rank(); ++k) {
    shape.extent.push_back(span.extent(k));
    shape.stride.push_back(span.stride(k));
  }
  return shape;
}

template <int Rank>
CaseRange doubles(CaseRange::Layouts layouts) {
  return {.min_rank = Rank,
          .max_rank = Rank,
          .max_bytes = 16384,
          .element_bytes = {sizeof(double)},
          .layouts = layouts,
          .alignment = alignof(double)};
}

template <int Rank>
void moves_between_strided_spans() {
  for_each_case(20, doubles<Rank>(CaseRange::Layouts::any_with_gaps), [](Case const& c) {
    GuardedArray const src(c.src_shape(), c.src.misalignment);
    GuardedArray const dst(c.dst_shape(), c.dst.misalignment);
    src.fill(0);
    GuardedArray const expected(dst);
    naive_permute(expected, src, c.axes);
    isomer::permute(Exec{}, span_on<double, Rank, Strided>(dst),
                    span_on<double const, Rank, Strided>(src), to_axes(c.axes));
    Exec{}.fence();
    EXPECT_TRUE(same_bytes(dst, expected));
  });
}

/// A View with something of its caller's.
struct Field : Kokkos::View<double**> {
  using Kokkos::View<double**>::View;
  int unit = 0;
};
static_assert(detail::Mdspan<Span<double, 2, Left>>);
static_assert(!detail::Mdspan<Field> && !detail::Mdspan<Kokkos::View<double**>>);
static_assert(!detail::Mdspan<Kokkos::Experimental::OffsetView<double**>>);

TEST(Mdspan, PermutesAsTheOracleDoes) {
  moves_between_strided_spans<1>();
  moves_between_strided_spans<2>();
  moves_between_strided_spans<4>();
  moves_between_strided_spans<8>();
}

template <class Layout>
class MdspanInPlace : public testing::Test {};
using Layouts = testing::Types<Left, Right, Strided>;
TYPED_TEST_SUITE(MdspanInPlace, Layouts);

template <int Rank, class Layout>
void permutes_in_place() {
  for_each_case(20, doubles<Rank>(CaseRange::Layouts::left_right), [](Case const& c) {
    GuardedArray const array(dense<Layout>(c.extent, c.src.slowest_first, sizeof(double)), 8);
    array.fill(0);
    GuardedArray const before(array);
    auto const moved =
        isomer::permute_in_place(Exec{}, span_on<double, Rank, Layout>(array), to_axes(c.axes));
    Exec{}.fence();
    static_assert(std::is_same_v<decltype(moved), Span<double, Rank, Layout> const>);
    ASSERT_EQ(shape_of(moved).extent, permuted(c.extent, c.axes));
    EXPECT_EQ(static_cast<void*>(moved.data_handle()), array.data());
    EXPECT_TRUE(same_bytes(array, naive_in_place(before, shape_of(moved), c.axes)));
  });
}

TYPED_TEST(MdspanInPlace, PermutesAsTheOracleDoes) {
  permutes_in_place<1, TypeParam>();
  permutes_in_place<3, TypeParam>();
  permutes_in_place<8, TypeParam>();
}

TYPED_TEST(MdspanInPlace, TransposesWithTheCallersWorkspace) {
  GuardedArray const array(dense<TypeParam>({30, 7, 20}, {1, 0, 2}, 4), 4);
  array.fill(0);
  GuardedArray const before(array);
  Kokkos::View<std::byte*, Memory> const workspace("workspace", 1 << 20);
  auto const moved =
      isomer::transpose_in_place(Exec{}, span_on<float, 3, TypeParam>(array), workspace);
  Exec{}.fence();
  ASSERT_EQ(shape_of(moved).extent, (Index{20, 7, 30}));
  EXPECT_TRUE(same_bytes(array, naive_in_place(before, shape_of(moved), {2, 1, 0})));
  auto const back = isomer::permute_in_place(Exec{}, moved, {2, 1, 0}, workspace);
  Exec{}.fence();
  EXPECT_EQ(shape_of(back), before.shape());
  EXPECT_TRUE(same_bytes(array, before));
}

TEST(MdspanInPlaceLayouts, ChangeAtTheSameIndices) {
  GuardedArray const array(dense<Right>({13, 5, 9}, {}, 8), 8);
  array.fill(0);
  GuardedArray const before(array);
  auto const rows = span_on<double, 3, Right>(array);
  auto const columns = isomer::convert_layout<Left>(Exec{}, rows);
  Exec{}.fence();
  static_assert(std::is_same_v<decltype(columns), Span<double, 3, Left> const>);
  EXPECT_TRUE(same_bytes(array, naive_in_place(before, shape_of(columns), {0, 1, 2})));
  Kokkos::View<std::byte*, Memory> const workspace("workspace", 1 << 20);
  auto const again = isomer::convert_layout<Right>(Exec{}, columns, workspace);
  Exec{}.fence();
  EXPECT_EQ(shape_of(again), before.shape());
  EXPECT_TRUE(same_bytes(array, before));
}

#if KOKKOS_VERSION >= 50000
/// Its accessor counts the owners.
TEST(Mdspan, OfAViewIsTakenAsItIs) {
  Kokkos::View<double**, Kokkos::HostSpace> const a("a", 3, 5);
  Kokkos::View<double**, Kokkos::HostSpace> const b("b", 5, 3);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 5; ++j) a(i, j) = 10 * i + j;
  isomer::transpose(b, a.to_mdspan());
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 5; ++j) EXPECT_EQ(b(j, i), 10 * i + j);
  Kokkos::View<double**, Kokkos::HostSpace> const c("c", 3, 5);
  isomer::transpose(c.to_mdspan(), b.to_mdspan());
  EXPECT_EQ(c(2, 4), 24);
}
#endif

TEST(MdspanInPlaceLayouts, MayBeGivenAsThoseOfAView) {
  std::array<int, 6> memory{0, 1, 2, 3, 4, 5};
  Kokkos::mdspan<int, Kokkos::dextents<int, 2>, Right> const rows(memory.data(), 2, 3);
  auto const columns = isomer::convert_layout<Kokkos::LayoutLeft>(rows);
  static_assert(
      std::is_same_v<decltype(columns), Kokkos::mdspan<int, Kokkos::dextents<int, 2>, Left> const>);
  EXPECT_EQ(memory, (std::array<int, 6>{0, 3, 1, 4, 2, 5}));
  static_cast<void>(isomer::convert_layout<Kokkos::LayoutRight>(Exec{}, columns));
  Exec{}.fence();
  EXPECT_EQ(memory, (std::array<int, 6>{0, 1, 2, 3, 4, 5}));
}

TEST(MdspanInPlaceLayouts, KeepStaticExtents) {
  std::array<float, 15> memory{};
  for (int i = 0; i < 15; ++i) memory[static_cast<std::size_t>(i)] = static_cast<float>(i);
  using Fixed = Kokkos::extents<int, 3, 5>;
  Kokkos::mdspan<float, Fixed, Right> const rows(memory.data());
  auto const columns = isomer::convert_layout<Left>(rows);
  static_assert(std::is_same_v<decltype(columns), Kokkos::mdspan<float, Fixed, Left> const>);
  auto const transposed = isomer::transpose_in_place(columns);
  static_assert(std::is_same_v<decltype(transposed),
                               Kokkos::mdspan<float, Kokkos::dextents<int, 2>, Left> const>);
  ASSERT_EQ(transposed.extent(0), 5);
  // (j, i) of columns is 5 j + i; transposed(i, j) lies at i + 5 j.
  for (int n = 0; n < 15; ++n) EXPECT_EQ(memory[static_cast<std::size_t>(n)], n);
  auto const back = isomer::permute_in_place(transposed, {1, 0});
  EXPECT_EQ(back.stride(1), 3);
  EXPECT_EQ(memory[1], 5.0F);
}

TEST(Mdspan, AndViewsMayBeMixed) {
  auto const view = allocate<ManagedView<double, 2, Kokkos::LayoutLeft>>("view", {9, 14});
  fill_distinct(view);
  GuardedArray const array(dense<Right>({14, 9}, {}, 8), 8);
  GuardedArray const same_indices(dense<Right>({9, 14}, {}, 8), 8);
  auto const span = span_on<double, 2, Right>(array);
  isomer::transpose(Exec{}, span, view);
  Exec{}.fence();
  EXPECT_TRUE(holds_permuted(view_of<Exec>(span), {9, 14}, {1, 0}));
  isomer::deep_copy(Exec{}, span_on<double, 2, Right>(same_indices), view);
  Exec{}.fence();
  EXPECT_TRUE(holds(view_on<UnmanagedView<double, 2, Kokkos::LayoutRight>>(same_indices), {9, 14}));
  Kokkos::deep_copy(view, 0.0);
  isomer::permute(Exec{}, view, span, {1, 0});
  Exec{}.fence();
  EXPECT_TRUE(holds(view, {9, 14}));
}

TEST(Mdspan, WithoutAnInstanceIsInHostMemory) {
  std::array<double, 6> from{0, 1, 2, 3, 4, 5};
  std::array<double, 6> to{};
  std::array<double, 12> wide{};
  Kokkos::mdspan<double const, Kokkos::dextents<int, 2>> const src(from.data(), 2, 3);
  Kokkos::mdspan<double, Kokkos::dextents<int, 2>> const dst(to.data(), 3, 2);
  Kokkos::mdspan<double, Kokkos::dextents<int, 2>, Left> const same(wide.data(), 2, 3);
  isomer::transpose(dst, src);
  EXPECT_EQ(to, (std::array<double, 6>{0, 3, 1, 4, 2, 5}));
  isomer::permute(dst, src, {1, 0}, isomer::Scaling{2.0, 1.0});
  EXPECT_EQ(to, (std::array<double, 6>{0, 9, 3, 12, 6, 15}));
  isomer::transpose(dst, src, isomer::Scaling{-1.0});
  EXPECT_EQ(to, (std::array<double, 6>{-0.0, -3, -1, -4, -2, -5}));
  isomer::permute(dst, src, {1, 0});
  EXPECT_EQ(to, (std::array<double, 6>{0, 3, 1, 4, 2, 5}));
  isomer::deep_copy(same, src);
  EXPECT_EQ(wide, (std::array<double, 12>{0, 3, 1, 4, 2, 5}));
  Kokkos::mdspan<double, Kokkos::dextents<int, 2>> const larger(wide.data(), 3, 4);
  isomer::permute(larger, src, {1, 0}, isomer::Padding{7.0});
  EXPECT_EQ(wide, (std::array<double, 12>{0, 3, 7, 7, 1, 4, 7, 7, 2, 5, 7, 7}));
}

TEST(Mdspan, OfAnotherTypeIsCast) {
  std::array<float, 6> from{0, 1, 2, 3, 4, 5};
  std::array<double, 6> to{};
  Kokkos::mdspan<double, Kokkos::dextents<int, 2>> const dst(to.data(), 3, 2);
  isomer::transpose(dst, Kokkos::mdspan<float, Kokkos::extents<int, 2, 3>>(from.data()));
  EXPECT_EQ(to, (std::array<double, 6>{0, 3, 1, 4, 2, 5}));
}

TEST(Mdspan, PlansAreMadeOfViewsOfThem) {
  std::array<int, 6> from{0, 1, 2, 3, 4, 5};
  std::array<int, 6> to{};
  Kokkos::mdspan<int, Kokkos::dextents<int, 2>> const src(from.data(), 2, 3);
  Kokkos::mdspan<int, Kokkos::dextents<int, 2>> const dst(to.data(), 3, 2);
  Kokkos::DefaultHostExecutionSpace const exec;
  auto const plan = isomer::plan_permute(exec, isomer::view_of(dst), isomer::view_of(src), {1, 0});
  plan.execute(exec, isomer::view_of(dst), isomer::view_of(src));
  exec.fence();
  EXPECT_EQ(to, (std::array<int, 6>{0, 3, 1, 4, 2, 5}));
}

TEST(Mdspan, ThatDoesNotFitIsAnError) {
  std::array<int, 6> from{};
  std::array<int, 6> to{};
  Kokkos::mdspan<int, Kokkos::dextents<int, 2>> const src(from.data(), 2, 3);
  Kokkos::mdspan<int, Kokkos::dextents<int, 2>> const dst(to.data(), 2, 3);
  EXPECT_EQ(message_of([&] { isomer::transpose(dst, src); }),
            "isomer::transpose: dst has extents 2x3, src 2x3 with axes {1, 0} needs 3x2");
  EXPECT_EQ(
      message_of([&] {
        isomer::permute_in_place(dst, {1, 1});
      }),
      "isomer::permute_in_place: axes {1, 1} is no permutation of 0..1: 0 is missing, 1 occurs "
      "twice");
}

/// The accessor says where the data are.
template <class T>
struct InMemory : Kokkos::default_accessor<T> {
  using memory_space = Memory;
  using Kokkos::default_accessor<T>::default_accessor;
};

TEST(Mdspan, LiesInTheMemoryThatItsAccessorNames) {
  using Named = Kokkos::mdspan<int, Kokkos::dextents<int, 1>, Right, InMemory<int>>;
  using Plain = Kokkos::mdspan<int, Kokkos::dextents<int, 1>>;
  // No other memory is on every machine.
  struct Elsewhere {
    using execution_space = Exec;
    using memory_space = Kokkos::AnonymousSpace;
  };
  using OfNamed = decltype(isomer::view_of<Elsewhere>(std::declval<Named>()));
  using OfPlain = decltype(isomer::view_of<Elsewhere>(std::declval<Plain>()));
  using OnHost = decltype(isomer::view_of(std::declval<Plain>()));
  EXPECT_TRUE((std::is_same_v<OfNamed::memory_space, Memory>));
  EXPECT_TRUE((std::is_same_v<OfPlain::memory_space, Kokkos::AnonymousSpace>));
  EXPECT_TRUE((std::is_same_v<OnHost::memory_space, Kokkos::HostSpace>));
  int value = 3;
  EXPECT_EQ(isomer::view_of(Named(&value, 1)).data(), &value);
}

}  // namespace
}  // namespace isomer::test

#endif
