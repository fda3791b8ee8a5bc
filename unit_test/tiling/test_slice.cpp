// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/slice.hpp"

#include <gtest/gtest.h>

#include <isomer/detail/describe.hpp>

#include <algorithm>

#include "problem/normalize.hpp"
#include "support/case.hpp"
#include "support/guarded_array.hpp"

namespace isomer::test {
namespace {

using detail::grow_slice;
using detail::Problem;
using detail::Slice;
using detail::SliceSize;

Problem normal_of(Case const& c) {
  GuardedArray const dst(c.dst_shape(), 0), src(c.src_shape(), 0);
  return detail::normalize(detail::describe("test", dst.info(), src.info(), to_axes(c.axes)));
}

SliceSize const sizes[] = {{128, 128, 4096}, {512, 128, 65536}, {64, 1024, 16384}, {1, 1, 64}};

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

TEST(Slice, IsCappedInBytes) {
  Problem normal;
  normal.element_bytes = 8;
  normal.rank = 2;
  normal.axis[0] = {100000, 1, 100000};
  normal.axis[1] = {100000, 100000, 1};
  Slice const slice = grow_slice(normal, {1 << 20, 1024, 64 << 10});
  EXPECT_LE(detail::slice_bytes(normal, slice), 2 * (64 << 10));
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

}  // namespace
}  // namespace isomer::test
