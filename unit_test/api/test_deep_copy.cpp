// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/deep_copy.hpp>

#include <cstring>

#include "support/view_access.hpp"

namespace isomer::test {
namespace {

template <class Layouts>
class DeepCopy : public testing::Test {};
template <class Dst, class Src>
struct To {
  using DstLayout = Dst;
  using SrcLayout = Src;
};
using L = Kokkos::LayoutLeft;
using R = Kokkos::LayoutRight;
using LayoutPairs = testing::Types<To<L, L>, To<L, R>, To<R, L>, To<R, R>>;
TYPED_TEST_SUITE(DeepCopy, LayoutPairs);

Index const extent8{4, 3, 2, 5, 1, 3, 2, 2};

template <class Pair, int Rank>
void keeps_every_index() {
  SCOPED_TRACE(testing::Message() << "rank " << Rank);
  Index const extent(extent8.begin(), extent8.begin() + Rank);
  auto const src = allocate<ManagedView<int, Rank, typename Pair::SrcLayout>>("src", extent);
  auto const dst = allocate<ManagedView<int, Rank, typename Pair::DstLayout>>("dst", extent);
  fill_distinct(src);
  Exec const exec;
  isomer::deep_copy(exec, dst, src);
  exec.fence();
  EXPECT_TRUE(holds(dst, extent));
  // Kokkos::deep_copy is the slowest thing to compile here: two ranks stand for all.
  if constexpr (Rank == 2 || Rank == 5) {
    using V = ManagedView<int, Rank, typename Pair::DstLayout>;
    auto const kokkos = allocate<V>("kokkos", extent);
    Kokkos::deep_copy(kokkos, src);
    EXPECT_EQ(std::memcmp(dst.data(), kokkos.data(), dst.size() * sizeof(int)), 0);
  }
}

TYPED_TEST(DeepCopy, KeepsEveryIndexAtEveryRankAsKokkosDoes) {
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (keeps_every_index<TypeParam, static_cast<int>(K) + 1>(), ...);
  }
  (std::make_index_sequence<8>{});
}

TYPED_TEST(DeepCopy, WithoutAnInstanceReturnsWhenTheDataAreThere) {
  auto const src =
      allocate<ManagedView<double, 2, typename TypeParam::SrcLayout>>("src", {301, 257});
  auto const dst =
      allocate<ManagedView<double, 2, typename TypeParam::DstLayout>>("dst", {301, 257});
  fill_distinct(src);
  isomer::deep_copy(dst, src);
  EXPECT_TRUE(holds(dst, {301, 257}));
}

}  // namespace
}  // namespace isomer::test
