// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/slice.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "problem/normalize.hpp"
#include "support/case.hpp"
#include "support/sampled.hpp"

namespace isomer::test {
namespace {

using detail::grow_slice;
using detail::Problem;
using detail::Slice;
using detail::SliceSize;

/// Only the shapes: the arrays need not be there.
Problem normal_of(Case const& c) {
  Problem problem;
  ArrayShape const src = c.src_shape(), dst = c.dst_shape();
  problem.rank = c.rank();
  problem.element_bytes = c.element_bytes;
  for (std::size_t k = 0; k < c.axes.size(); ++k) {
    auto const i = static_cast<std::size_t>(c.axes[k]);
    problem.axis[i] = {src.extent[i], src.stride[i], dst.stride[k]};
  }
  return detail::normalize(problem);
}

SliceSize const sizes[] = {{128, 128, 4096},    {512, 128, 65536},        {64, 1024, 16384},
                           {1, 1, 64},          {256, 256, 16384},        {256, 1024, 65536, 8192},
                           {512, 512, 1 << 20}, {256, 2048, 131072, 8192}};

TEST(Slice, TakesSomethingOfEveryAxisAndNoMoreThanThereIs) {
  for_each_case(1000, {.max_bytes = 1 << 20}, [](Case const& c) {
    Problem const normal = normal_of(c);
    if (detail::volume_bytes(normal) == 0) return;
    for (SliceSize const& size : sizes) {
      Slice const slice = grow_slice(normal, size);
      for (std::size_t k = 0; k < static_cast<std::size_t>(normal.rank); ++k) {
        EXPECT_GE(slice.extent[k], 1);
        EXPECT_LE(slice.extent[k], normal.axis[k].extent);
      }
    }
  });
}

TEST(Slice, TilesCoverTheProblem) {
  for_each_case(1000, {.max_bytes = 1 << 20}, [](Case const& c) {
    Problem const normal = normal_of(c);
    if (detail::volume_bytes(normal) == 0) return;
    for (SliceSize const& size : sizes) {
      Slice const slice = grow_slice(normal, size);
      EXPECT_GE(detail::tile_count(normal, slice) * detail::slice_bytes(normal, slice),
                detail::volume_bytes(normal));
    }
  });
}

TEST(Slice, OfAMatrixHasTheRunsThatWereAskedFor) {
  Problem normal;
  normal.element_bytes = 4;
  normal.rank = 2;
  normal.axis[0] = {1000, 1, 2000};
  normal.axis[1] = {2000, 1000, 1};
  Slice const slice = grow_slice(normal, {512, 256, 1 << 20});
  EXPECT_GE(detail::input_run_bytes(normal, slice), 512);
  EXPECT_GE(detail::output_run_bytes(normal, slice), 256);
  EXPECT_LE(detail::input_run_bytes(normal, slice), 2 * 512);
  EXPECT_LE(detail::output_run_bytes(normal, slice), 2 * 256);
  EXPECT_FALSE(detail::runs_share_an_axis(normal, slice));
}

/// 704 doubles could be six runs of 120, of which each would be seven lines and a half as floats.
TEST(Slice, OfElementsToBeCastHasWholeLinesOnBothSides) {
  Problem problem;
  problem.rank = 2;
  problem.axis[0] = {24001, 1, 704};
  problem.axis[1] = {704, 24001, 1};
  SliceSize const size{256, 1024, 65536};
  problem.element_bytes = 8;
  EXPECT_EQ(grow_slice(detail::normalize(problem), size).extent[1], 120);
  problem.cast = {detail::Scalar::f64, detail::Scalar::f32};
  EXPECT_EQ(grow_slice(detail::normalize(problem), size).extent[1], 128);
  problem.element_bytes = 4;
  problem.cast = {detail::Scalar::f32, detail::Scalar::f64};
  EXPECT_EQ(grow_slice(detail::normalize(problem), size).extent[1], 240);
}

TEST(Slice, IsCappedInBytes) {
  Problem normal;
  normal.element_bytes = 8;
  normal.rank = 2;
  normal.axis[0] = {100000, 1, 100000};
  normal.axis[1] = {100000, 100000, 1};
  Slice const slice = grow_slice(normal, {1 << 20, 1024, 64 << 10});
  EXPECT_LE(detail::slice_bytes(normal, slice), 64 << 10);
}

TEST(Slice, IsNeverLargerThanItsCap) {
  int full = 0;
  for_each_case(3000, {.max_bytes = 16 << 20}, [&](Case const& c) {
    Problem const normal = normal_of(c);
    if (detail::volume_bytes(normal) == 0) return;
    for (SliceSize const& size : sizes) {
      auto const bytes = detail::slice_bytes(normal, grow_slice(normal, size));
      EXPECT_LE(bytes, std::max<std::int64_t>(size.cap_bytes, normal.element_bytes));
      full += 2 * bytes > size.cap_bytes;
    }
  });
  EXPECT_GT(full, 1000 / sample_step) << "too few problems reach the cap";
}

TEST(Slice, TakesWholeLinesOfARowOnlyWhereTheCapHasRoomForThem) {
  // Bytes, so a line is 64 words; the output's run of 1016 leaves the input 16, 64 or 80 of them.
  Problem normal;
  normal.element_bytes = 1;
  normal.rank = 3;
  normal.axis[0] = {1000, 1, 4 * 254};
  normal.axis[1] = {254, 1000, 4};
  normal.axis[2] = {4, 254000, 1};
  auto const row_with_cap = [&](std::int64_t bytes) {
    return grow_slice(normal, {256, 512, bytes}).extent[0];
  };
  EXPECT_EQ(row_with_cap(16 << 10), 16);
  EXPECT_EQ(row_with_cap(64 << 10), 64);
  EXPECT_EQ(row_with_cap(80 << 10), 64);
  EXPECT_EQ(row_with_cap(1 << 20), 256);
}

TEST(Slice, HasItsLeastUnlessThereIsNoMoreOrTheCapForbidsIt) {
  for_each_case(1000, {.max_bytes = 1 << 20}, [](Case const& c) {
    Problem const normal = normal_of(c);
    if (detail::volume_bytes(normal) == 0) return;
    for (SliceSize size : sizes) {
      size.least_bytes = 8 << 10;
      auto const bytes = detail::slice_bytes(normal, grow_slice(normal, size));
      EXPECT_GE(bytes,
                std::min({size.least_bytes, size.cap_bytes / 2, detail::volume_bytes(normal)}));
    }
  });
}

TEST(Slice, OfOverlappingRunsSaysSo) {
  // 3 x 5 x 7 x .. words: both runs need the middle axis.
  Problem normal;
  normal.element_bytes = 4;
  normal.rank = 3;
  normal.axis[0] = {3, 1, 5};
  normal.axis[1] = {5, 3, 1};
  normal.axis[2] = {1000, 15, 15};
  Slice const slice = grow_slice(normal, {256, 256, 65536});
  EXPECT_TRUE(detail::runs_share_an_axis(normal, slice));
}

TEST(Slice, HasABitForEachAxisOfItsRuns) {
  // Bytes of elements are an axis of their own, beside as many as a call may have.
  Problem normal;
  normal.element_bytes = 1;
  normal.rank = 33;
  for (int k = 0; k < normal.rank; ++k) {
    std::int64_t const stride = std::int64_t{1} << k;
    normal.axis[static_cast<std::size_t>(k)] = {2, stride,
                                                k == 0 ? 1 : std::int64_t{1} << (33 - k)};
  }
  detail::NormalProblem const problem(normal);
  Slice slice;
  slice.extent.fill(1);
  slice.extent[0] = slice.extent[32] = 2;
  constexpr std::uint64_t one = 1;
  EXPECT_EQ(detail::output_run(problem, slice).mask, one | one << 31U | one << 32U)
      << "the last cut";
}

}  // namespace
}  // namespace isomer::test
