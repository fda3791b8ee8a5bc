// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem/normalize.hpp"

#include <gtest/gtest.h>

#include <isomer/detail/describe.hpp>

#include <set>

#include "problem/byte_moves.hpp"
#include "support/case.hpp"
#include "support/guarded_array.hpp"

namespace isomer::test {
namespace {

using detail::Axis;
using detail::normalize;
using detail::Problem;

Problem problem_of(int element_bytes, std::vector<Axis> const& axes) {
  Problem problem;
  problem.element_bytes = element_bytes;
  problem.rank = static_cast<std::int32_t>(axes.size());
  std::copy(axes.begin(), axes.end(), problem.axis.begin());
  return problem;
}

std::vector<Axis> axes_of(Problem const& problem) {
  return {problem.axis.begin(), problem.axis.begin() + problem.rank};
}

Problem described(Case const& c) {
  GuardedArray const dst(c.dst_shape(), c.dst.misalignment);
  GuardedArray const src(c.src_shape(), c.src.misalignment);
  return detail::describe("test", dst.info(), src.info(), to_axes(c.axes));
}

testing::AssertionResult nothing_fuses(Problem const& normal) {
  auto const axes = axes_of(normal);
  for (std::size_t a = 0; a < axes.size(); ++a)
    for (std::size_t b = 0; b < axes.size(); ++b)
      if (a != b && axes[b].src_stride == axes[a].src_stride * axes[a].extent &&
          axes[b].dst_stride == axes[a].dst_stride * axes[a].extent)
        return testing::AssertionFailure() << "axes " << a << " and " << b << " could be one";
  return testing::AssertionSuccess();
}

TEST(Normalize, MovesTheSameBytesAsTheProblem) {
  for_each_case(2000, {.max_bytes = 2048}, [](Case const& c) {
    Problem const problem = described(c);
    EXPECT_EQ(byte_moves(normalize(problem)), byte_moves(problem));
  });
}

TEST(Normalize, LeavesWordsNoUnitExtentsNothingToFuseAndSortedSources) {
  for_each_case(3000, {}, [](Case const& c) {
    Problem const normal = normalize(described(c));
    EXPECT_TRUE((std::set{1, 2, 4, 8, 16}.contains(normal.element_bytes))) << normal.element_bytes;
    auto const axes = axes_of(normal);
    for (std::size_t a = 0; a < axes.size(); ++a) {
      EXPECT_NE(axes[a].extent, 1);
      if (a > 0) {
        EXPECT_LE(axes[a - 1].src_stride, axes[a].src_stride);
      }
    }
    EXPECT_TRUE(nothing_fuses(normal));
  });
}

TEST(Normalize, IsItsOwnFixedPoint) {
  for_each_case(2000, {}, [](Case const& c) {
    Problem const once = normalize(described(c));
    EXPECT_EQ(normalize(once), once);
  });
}

TEST(Normalize, KeepsTheVolume) {
  for_each_case(1000, {}, [](Case const& c) {
    Problem const normal = normalize(described(c));
    if (c.src_shape().size() > 0) {
      EXPECT_EQ(detail::volume_bytes(normal), c.src_shape().size() * c.element_bytes);
    } else {
      EXPECT_EQ(detail::volume_bytes(normal), 0);
    }
  });
}

TEST(Normalize, MakesADenseCopyOneAxisOfWideWords) {
  // 4x6x8 floats, both sides LayoutRight.
  Problem const normal = normalize(problem_of(4, {{4, 48, 48}, {6, 8, 8}, {8, 1, 1}}));
  EXPECT_EQ(normal.element_bytes, 16);
  EXPECT_EQ(axes_of(normal), (std::vector<Axis>{{48, 1, 1}}));
}

TEST(Normalize, SplitsAnOddElementIntoWordsOnOneMoreInnermostAxis) {
  // A 5x7 matrix of 12-byte elements, transposed.
  Problem const normal = normalize(problem_of(12, {{5, 7, 1}, {7, 1, 5}}));
  EXPECT_EQ(normal.element_bytes, 4);
  EXPECT_EQ(axes_of(normal), (std::vector<Axis>{{3, 1, 1}, {7, 3, 15}, {5, 21, 3}}));
}

TEST(Normalize, WidensSharedRunsToWords) {
  // [5][7][2] floats to [7][5][2]: the pairs move as 8-byte words.
  Problem const normal = normalize(problem_of(4, {{5, 14, 2}, {7, 2, 10}, {2, 1, 1}}));
  EXPECT_EQ(normal.element_bytes, 8);
  EXPECT_EQ(axes_of(normal), (std::vector<Axis>{{7, 1, 5}, {5, 7, 1}}));
}

TEST(Normalize, DoesNotWidenWhereAStrideIsOdd) {
  Problem const normal = normalize(problem_of(4, {{5, 15, 2}, {7, 2, 11}, {2, 1, 1}}));
  EXPECT_EQ(normal.element_bytes, 4);
}

TEST(Normalize, KeepsTheElementOfAScaledProblem) {
  Problem problem = problem_of(4, {{8, 16, 2}, {8, 2, 16}, {2, 1, 1}});
  problem.scalar = detail::Scalar::f32;
  EXPECT_EQ(normalize(problem).element_bytes, 4);
}

TEST(Normalize, KeepsTheElementsOfACastAndCountsBothSides) {
  Problem problem = problem_of(4, {{8, 16, 2}, {8, 2, 16}, {2, 1, 1}});
  problem.cast = {detail::Scalar::f32, detail::Scalar::f64};
  detail::NormalProblem const normal = normalize(problem);
  EXPECT_EQ(normal.element_bytes, 4);
  EXPECT_EQ(normal.dst_element_bytes(), 8);
  EXPECT_EQ(normal.bytes, 512);
  EXPECT_EQ(normal.dst_bytes, 1024);
  EXPECT_EQ(normal.mean_bytes(), 768);
  EXPECT_EQ(normal.dst_pitch_alignment, 16) << "two elements of the destination";
  problem.cast = {detail::Scalar::c64, detail::Scalar::c128};
  problem.element_bytes = 8;
  EXPECT_EQ(normalize(problem).dst_bytes, 2048);
}

TEST(Normalize, DropsUnitExtentsWhateverTheirStrides) {
  Problem const normal = normalize(problem_of(8, {{1, 977, 5}, {3, 4, 1}, {1, 0, 3}, {4, 1, 3}}));
  EXPECT_EQ(axes_of(normal), (std::vector<Axis>{{4, 1, 3}, {3, 4, 1}}));
}

TEST(Normalize, MakesAnEmptyProblemOneAxisOfNothing) {
  Problem const normal = normalize(problem_of(8, {{3, 0, 1}, {0, 1, 3}}));
  EXPECT_EQ(normal.rank, 1);
  EXPECT_EQ(normal.axis[0].extent, 0);
}

TEST(Normalize, MakesASingleElementRankZero) {
  EXPECT_EQ(normalize(problem_of(8, {{1, 1, 1}, {1, 1, 1}})).rank, 0);
}

TEST(Normalize, FusesThroughTheGapsOfASubview) {
  // The last two axes of both sides run on into each other, the first one leaves gaps.
  Problem const normal = normalize(problem_of(4, {{3, 100, 200}, {5, 7, 7}, {7, 1, 1}}));
  EXPECT_EQ(axes_of(normal), (std::vector<Axis>{{35, 1, 1}, {3, 100, 200}}));
}

TEST(Normalize, KeepsABroadcastSource) {
  Problem const problem = problem_of(4, {{3, 0, 5}, {5, 1, 1}});
  EXPECT_EQ(byte_moves(normalize(problem)), byte_moves(problem));
}

TEST(Normalize, FusesBroadcastAxes) {
  // One row of floats that fills a 4x5x3 array.
  Problem const normal = normalize(problem_of(4, {{4, 0, 15}, {5, 0, 3}, {3, 1, 1}}));
  EXPECT_EQ(axes_of(normal), (std::vector<Axis>{{20, 0, 3}, {3, 1, 1}}));
}

TEST(Normalize, LeavesNothingToFuseOfBroadcastSources) {
  for_each_case(1000, {.min_rank = 2, .max_bytes = 2048}, [](Case const& c) {
    Problem problem = described(c);
    for (int k = 0; k < problem.rank; ++k)
      if ((c.seed >> k & 1U) != 0) problem.axis[static_cast<std::size_t>(k)].src_stride = 0;
    Problem const normal = normalize(problem);
    EXPECT_EQ(byte_moves(normal), byte_moves(problem));
    EXPECT_TRUE(nothing_fuses(normal));
  });
}

}  // namespace
}  // namespace isomer::test
