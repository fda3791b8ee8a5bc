// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "problem/permutation.hpp"

namespace isomer::in_place {
namespace {

detail::InPlaceProblem problem(std::vector<std::int64_t> const& extent,
                               std::vector<int> const& axes) {
  detail::InPlaceProblem p;
  p.rank = static_cast<int>(extent.size());
  p.element_bytes = 4;
  std::copy(extent.begin(), extent.end(), p.extent.begin());
  std::copy(axes.begin(), axes.end(), p.axes.begin());
  return p;
}

using Extents = std::vector<std::int64_t>;
using Targets = std::vector<int>;

TEST(FusedAxes, KeepsATransposition) {
  auto const fused = fuse(problem({5, 7}, {1, 0}));
  EXPECT_EQ(fused.extent, (Extents{5, 7}));
  EXPECT_EQ(fused.target, (Targets{1, 0}));
  EXPECT_EQ(fused.bytes(), 140);
}

TEST(FusedAxes, OfTheIdentityAreOne) {
  EXPECT_EQ(fuse(problem({5, 7, 2}, {0, 1, 2})).extent, (Extents{70}));
}

TEST(FusedAxes, DropAxesOfExtentOne) {
  auto const fused = fuse(problem({1, 5, 1, 7, 1}, {4, 3, 0, 1, 2}));
  EXPECT_EQ(fused.extent, (Extents{5, 7}));
  EXPECT_EQ(fused.target, (Targets{1, 0}));
}

TEST(FusedAxes, OfAnArrayWithoutElementsAreNone) {
  EXPECT_EQ(fuse(problem({5, 0, 7}, {2, 1, 0})).rank(), 0);
}

TEST(FusedAxes, JoinNeighboursThatStayNeighbours) {
  auto const fused = fuse(problem({2, 3, 5, 7}, {2, 3, 0, 1}));
  EXPECT_EQ(fused.extent, (Extents{6, 35}));
  EXPECT_EQ(fused.target, (Targets{1, 0}));
}

TEST(FusedAxes, JoinNeighboursThatOnlyAnAxisOfExtentOneSeparates) {
  auto const fused = fuse(problem({2, 1, 3, 5}, {3, 0, 2, 1}));
  EXPECT_EQ(fused.extent, (Extents{6, 5}));
  EXPECT_EQ(fused.target, (Targets{1, 0}));
}

TEST(FusedAxes, KeepNeighboursApartBetweenWhichAnotherComes) {
  auto const fused = fuse(problem({2, 3, 5}, {0, 2, 1}));
  EXPECT_EQ(fused.extent, (Extents{2, 3, 5}));
  EXPECT_EQ(fused.target, (Targets{0, 2, 1}));
}

TEST(FusedAxes, KeepNeighboursApartThatChangeOrder) {
  auto const fused = fuse(problem({2, 3, 5}, {2, 1, 0}));
  EXPECT_EQ(fused.extent, (Extents{2, 3, 5}));
  EXPECT_EQ(fused.target, (Targets{2, 1, 0}));
}

TEST(FusedAxes, NumberTargetsWithoutGaps) {
  auto const fused = fuse(problem({2, 3, 5, 7, 11}, {4, 1, 2, 3, 0}));
  EXPECT_EQ(fused.extent, (Extents{2, 105, 11}));
  EXPECT_EQ(fused.target, (Targets{2, 1, 0}));
}

}  // namespace
}  // namespace isomer::in_place
