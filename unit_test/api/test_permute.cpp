// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/permute.hpp>

#include <limits>
#include <tuple>

#include "api/element.hpp"
#include "support/case.hpp"
#include "support/oracle.hpp"
#include "support/view_access.hpp"

namespace isomer::test {
namespace {

/// What the elements of a rank are. Layout pairs and ranks are tried in full here; every element
/// size meets one layout pair (test_elements.cpp), and the erased test of the engine draws from the
/// full product of ranks, sizes, gaps and alignments (plan/test_engine.cpp), which costs no
/// compile time.
using ElementOfRank = std::tuple<double, float, std::uint16_t, std::uint8_t, Element<12>,
                                 Kokkos::complex<double>, std::int32_t, std::int64_t>;

template <class Layout>
void arrange_as(Arrangement& side, int rank) {
  if constexpr (std::is_same_v<Layout, Kokkos::LayoutStride>) return;
  side.slowest_first = memory_order(detail::order_of<Layout>(), rank);
  side.gap.clear();
}

template <class T, int Rank, class DstLayout, class SrcLayout>
void agrees_with_oracle(int cases) {
  CaseRange const range{.min_rank = Rank,
                        .max_rank = Rank,
                        .max_bytes = 16384,
                        .element_bytes = {sizeof(T)},
                        .alignment = alignof(T)};
  for_each_case(cases, range, [&](Case c) {
    arrange_as<DstLayout>(c.dst, Rank);
    arrange_as<SrcLayout>(c.src, Rank);
    GuardedArray const dst(c.dst_shape(), c.dst.misalignment);
    GuardedArray const src(c.src_shape(), c.src.misalignment);
    auto const to = view_on<UnmanagedView<T, Rank, DstLayout>>(dst);
    auto const from = view_on<UnmanagedView<T, Rank, SrcLayout>>(src);
    for (int which = 0; which < src.fills(); ++which) {
      src.fill(which);
      GuardedArray const expected(dst), src_before(src);
      naive_permute(expected, src, c.axes);
      Exec const exec;
      isomer::permute(exec, to, from, to_axes(c.axes));
      exec.fence();
      EXPECT_TRUE(same_bytes(dst, expected));
      EXPECT_TRUE(same_bytes(src, src_before));
    }
  });
}

template <class Layouts>
class Permute : public testing::Test {};

template <class Dst, class Src>
struct To {
  using DstLayout = Dst;
  using SrcLayout = Src;
};
using L = Kokkos::LayoutLeft;
using R = Kokkos::LayoutRight;
using S = Kokkos::LayoutStride;
using LayoutPairs = testing::Types<To<L, L>, To<L, R>, To<L, S>, To<R, L>, To<R, R>, To<R, S>,
                                   To<S, L>, To<S, R>, To<S, S>>;

struct PairName {
  template <class P>
  static std::string GetName(int) {
    static constexpr char const* name[] = {"Left", "Right", "Stride"};
    return std::string(name[static_cast<int>(detail::order_of<typename P::SrcLayout>())]) + "To" +
           name[static_cast<int>(detail::order_of<typename P::DstLayout>())];
  }
};
TYPED_TEST_SUITE(Permute, LayoutPairs, PairName);

TYPED_TEST(Permute, AgreesWithTheOracleAtEveryRank) {
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (agrees_with_oracle<std::tuple_element_t<K, ElementOfRank>, static_cast<int>(K) + 1,
                        typename TypeParam::DstLayout, typename TypeParam::SrcLayout>(60),
     ...);
  }
  (std::make_index_sequence<8>{});
}

TEST(PermuteWithoutAnInstance, ReturnsWhenTheDataAreThere) {
  auto const src = allocate<ManagedView<double, 3, R>>("src", {20, 30, 40});
  auto const dst = allocate<ManagedView<double, 3, R>>("dst", {40, 20, 30});
  fill_distinct(src);
  isomer::permute(dst, src, {2, 0, 1});
  EXPECT_TRUE(holds_permuted(dst, {20, 30, 40}, {2, 0, 1}));
}

TEST(PermuteWithAnInstance, OutputAxisKIsInputAxisAxesK) {
  auto const src = allocate<ManagedView<int, 3, R>>("src", {2, 3, 4});
  auto const dst = allocate<ManagedView<int, 3, R>>("dst", {4, 2, 3});
  fill_distinct(src);
  Exec const exec;
  isomer::permute(exec, dst, src, {2, 0, 1});
  exec.fence();
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k) EXPECT_EQ(dst(k, i, j), src(i, j, k));
}

TEST(Permute, TakesBracedAxesOfAnyIntegers) {
  std::size_t const last = 1;
  long const first = 0;
  Axes const axes{last, first, 2};
  EXPECT_EQ(axes.size(), 3);
  EXPECT_EQ(axes[0], 1);
  EXPECT_EQ(axes[1], 0);
  EXPECT_EQ(Axes{}.size(), 0);
  EXPECT_EQ(Axes{std::size_t{1} << 40}[0], std::numeric_limits<int>::max());
}

TEST(Permute, TakesAxesFromAnyRangeOfIntegers) {
  auto const src = allocate<ManagedView<int, 2, R>>("src", {5, 7});
  auto const dst = allocate<ManagedView<int, 2, R>>("dst", {7, 5});
  fill_distinct(src);
  isomer::permute(dst, src, std::vector<long>{1, 0});
  EXPECT_TRUE(holds_permuted(dst, {5, 7}, {1, 0}));
  std::array<unsigned char, 2> const same{0, 1};
  auto const copy = allocate<ManagedView<int, 2, R>>("copy", {5, 7});
  isomer::permute(copy, src, same);
  EXPECT_TRUE(holds(copy, {5, 7}));
}

/// Every length below two tiles meets every misalignment: the edges of every kernel.
class PermuteEdges : public testing::TestWithParam<int> {};

TEST_P(PermuteEdges, TransposesEveryShapeBelowTwoTilesAtEveryMisalignment) {
  int const bytes = GetParam();
  int const longest = bytes <= 2 ? 70 : 36;
  for (std::int64_t m = 1; m <= longest; ++m) {
    for (std::int64_t n = 1; n <= longest; n += 1 + (m % 3)) {
      auto const src_shift = static_cast<int>((m * 7 + n) % 64),
                 dst_shift = static_cast<int>((m + n * 5) % 64);
      GuardedArray const src(ArrayShape{{m, n}, {n, 1}, bytes}, src_shift);
      GuardedArray const dst(ArrayShape{{n, m}, {m, 1}, bytes}, dst_shift);
      src.fill(0);
      GuardedArray const expected(dst);
      naive_permute(expected, src, {1, 0});
      Exec const exec;
      auto const problem = detail::describe("test", dst.info(), src.info(), {1, 0});
      detail::cached_plan(exec, problem, {}, "test")->run(exec, dst.data(), src.data(), nullptr);
      exec.fence();
      ASSERT_TRUE(same_bytes(dst, expected))
          << m << "x" << n << ", src " << src_shift << ", dst " << dst_shift;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Bytes, PermuteEdges, testing::Values(1, 2, 4, 8, 16));

}  // namespace
}  // namespace isomer::test
