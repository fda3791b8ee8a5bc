// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/transpose.hpp>

#include "support/view_access.hpp"

namespace isomer::test {
namespace {

template <class Layout>
class Transpose : public testing::Test {};
using Layouts = testing::Types<Kokkos::LayoutLeft, Kokkos::LayoutRight>;
TYPED_TEST_SUITE(Transpose, Layouts);

Index const extent8{3, 2, 4, 2, 3, 1, 5, 2};

template <class Layout, int Rank>
void reverses_axes() {
  SCOPED_TRACE(testing::Message() << "rank " << Rank);
  Index const extent(extent8.begin(), extent8.begin() + Rank);
  Index const reversed(extent.rbegin(), extent.rend());
  std::vector<int> const axes = memory_order(detail::Order::left, Rank);  // Rank - 1, .., 0
  auto const src = allocate<ManagedView<float, Rank, Layout>>("src", extent);
  auto const dst = allocate<ManagedView<float, Rank, Layout>>("dst", reversed);
  fill_distinct(src);
  Exec const exec;
  isomer::transpose(exec, dst, src);
  exec.fence();
  EXPECT_TRUE(holds_permuted(dst, extent, axes));
}

TYPED_TEST(Transpose, ReversesTheAxesOfEveryRank) {
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (reverses_axes<TypeParam, static_cast<int>(K) + 1>(), ...);
  }
  (std::make_index_sequence<8>{});
}

TYPED_TEST(Transpose, OfAMatrixIsTheTransposition) {
  auto const a = allocate<ManagedView<double, 2, TypeParam>>("a", {131, 67});
  auto const transposed = allocate<ManagedView<double, 2, TypeParam>>("transposed", {67, 131});
  for (int i = 0; i < 131; ++i)
    for (int j = 0; j < 67; ++j) a(i, j) = 100 * i + j;
  isomer::transpose(transposed, a);
  for (int i = 0; i < 131; ++i)
    for (int j = 0; j < 67; ++j) ASSERT_EQ(transposed(j, i), 100 * i + j);
}

TYPED_TEST(Transpose, TakesAScaling) {
  auto const a = allocate<ManagedView<double, 2, TypeParam>>("a", {13, 7});
  auto const at_ = allocate<ManagedView<double, 2, TypeParam>>("at", {7, 13});
  for (int i = 0; i < 13; ++i)
    for (int j = 0; j < 7; ++j) {
      a(i, j) = 10 * i + j;
      at_(j, i) = 1000 * i;
    }
  isomer::transpose(at_, a, isomer::Scaling{2.0, 3.0});
  for (int i = 0; i < 13; ++i)
    for (int j = 0; j < 7; ++j) ASSERT_EQ(at_(j, i), 2 * (10 * i + j) + 3000 * i);
  Exec const exec;
  isomer::transpose(exec, at_, a, isomer::Scaling{-1.0});
  exec.fence();
  for (int i = 0; i < 13; ++i)
    for (int j = 0; j < 7; ++j) ASSERT_EQ(at_(j, i), -(10 * i + j));
}

}  // namespace
}  // namespace isomer::test
