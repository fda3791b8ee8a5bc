// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <algorithm>
#include <cstring>
#include <random>

#include "support/case.hpp"
#include "support/guarded_array.hpp"
#include "support/message_of.hpp"
#include "support/view_access.hpp"

/// Destinations that are smaller or larger than the permuted source.
namespace isomer::test {
namespace {

using L = Kokkos::LayoutLeft;
using R = Kokkos::LayoutRight;

/// What `permute` with a padding has to leave, element by element.
template <class T>
void naive_padded(GuardedArray const& dst, GuardedArray const& src, std::vector<int> const& axes,
                  T value) {
  for_each_index(dst.shape().extent, [&](Index const& to) {
    Index from(to.size());
    bool is_there = true;
    for (std::size_t k = 0; k < to.size(); ++k) {
      auto const i = static_cast<std::size_t>(axes[k]);
      from[i] = to[k];
      is_there = is_there && to[k] < src.shape().extent[i];
    }
    if (is_there) std::memcpy(dst.at(to), src.at(from), sizeof(T));
    else std::memcpy(dst.at(to), &value, sizeof(T));
  });
}

template <class T, int Rank>
void pads_as_the_oracle(int count) {
  CaseRange range;
  range.min_rank = range.max_rank = Rank;
  range.element_bytes = {static_cast<int>(sizeof(T))};
  range.alignment = sizeof(T);
  range.max_bytes = 16 * 1024;
  for_each_case(count, range, [](Case const& c) {
    std::mt19937_64 random(c.seed);
    Index extent = permuted(c.extent, c.axes);
    for (std::int64_t& n : extent)
      n = std::max<std::int64_t>(0, n + static_cast<std::int64_t>(random() % 7) - 3);
    GuardedArray const src(c.src_shape(), c.src.misalignment);
    GuardedArray const dst({extent, strides_for(extent, c.dst.slowest_first, c.dst.gap), sizeof(T)},
                           c.dst.misalignment);
    GuardedArray const expected(dst);
    src.fill(0);
    naive_padded(expected, src, c.axes, T{77});
    using V = UnmanagedView<T, Rank, Kokkos::LayoutStride>;
    isomer::permute(view_on<V>(dst), view_on<V>(src), to_axes(c.axes), isomer::Padding{77});
    EXPECT_TRUE(same_bytes(dst, expected));
  });
}

TEST(Padding, CropsAndPadsAsTheOracleDoes) {
  pads_as_the_oracle<double, 1>(50);
  pads_as_the_oracle<float, 2>(200);
  pads_as_the_oracle<double, 3>(200);
  pads_as_the_oracle<short, 4>(100);
}

TEST(Padding, LeavesEqualExtentsAsPermuteDoes) {
  auto const src = allocate<ManagedView<int, 3, R>>("src", {4, 5, 6});
  auto const dst = allocate<ManagedView<int, 3, L>>("dst", {6, 4, 5});
  fill_distinct(src);
  isomer::permute(dst, src, {2, 0, 1}, isomer::Padding{-1});
  EXPECT_TRUE(holds_permuted(dst, {4, 5, 6}, {2, 0, 1}));
}

TEST(Padding, OfAnEmptySourceIsAllOfTheDestination) {
  ManagedView<double, 2, R> const none;
  auto const dst = allocate<ManagedView<double, 2, R>>("dst", {3, 4});
  Exec const exec;
  isomer::permute(exec, dst, none, {1, 0}, isomer::Padding{2.5});
  exec.fence();
  for_each_index({3, 4}, [&](Index const& i) { EXPECT_EQ(at(dst, i), 2.5); });
}

TEST(Padding, TakesDynRankViews) {
  Kokkos::DynRankView<float, R, Device> const src("src", 2, 3);
  Kokkos::DynRankView<float, L, Device> const dst("dst", 4, 2);
  fill_distinct(src);
  isomer::permute(dst, src, {1, 0}, isomer::Padding{5.0F});
  for (std::int64_t i = 0; i < 3; ++i)
    for (std::int64_t j = 0; j < 2; ++j) EXPECT_EQ(at(dst, {i, j}), at(src, {j, i}));
  EXPECT_EQ(at(dst, {3, 0}), 5.0F);
  EXPECT_EQ(at(dst, {3, 1}), 5.0F);
}

TEST(Padding, RefusesWhatPermuteRefuses) {
  auto const a = allocate<ManagedView<int, 2, R>>("a", {6, 6});
  fill_distinct(a);
  auto const part = Kokkos::subview(a, std::pair(1, 3), Kokkos::ALL);
  isomer::Padding<int> const padding{0};
  EXPECT_THAT(message_of([&] {
                isomer::permute(part, a, {1, 0}, padding);
              }),
              testing::HasSubstr("overlap"));
  EXPECT_THAT(message_of([&] {
                isomer::permute(a, part, {1, 1}, padding);
              }),
              testing::HasSubstr("is no permutation"));
  ManagedView<int, 3, R> const other("other", 2, 2, 2);
  EXPECT_THAT(message_of([&] {
                isomer::permute(other, a, {1, 0}, padding);
              }),
              testing::HasSubstr("rank"));
  EXPECT_TRUE(holds(a, {6, 6})) << "was written";
}

}  // namespace
}  // namespace isomer::test
