// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "slice_run.hpp"
#include "support/column_major.hpp"

/// What the planner of slices makes of a problem, and what it refuses.
namespace isomer::test {
namespace {

using detail::NormalProblem;
using tile::warp::max_slice_shared_bytes;
using tile::warp::plan_slices;
using tile::warp::SliceGeometry;
using tile::warp::sure_slice_words;

using Extents = std::array<std::int64_t, detail::max_axes>;

TEST(PlanSlices, FindsEveryWordOnceOnBothSidesInSlicesOfEveryShape) {
  // Both axes are cut unevenly, so that there are four shapes.
  NormalProblem const normal = column_major({50, 3, 40}, {2, 1, 0}, 4);
  auto const slices = plan_slices(normal, Extents{16, 1, 32}, 4);
  ASSERT_TRUE(slices);
  ASSERT_EQ(slices->blocks, 4 * 3 * 2);
  std::vector<int> read(50 * 3 * 40);
  std::vector<int> written(read.size());
  for (int block = 0; block < slices->blocks; ++block) {
    auto const place = slices->locate(block);
    auto const words = static_cast<int>(slices->shape[place.shape].units);
    std::vector<int> slots(static_cast<std::size_t>(words));
    for (int position = 0; position < words; ++position) {
      auto const at = static_cast<std::uint32_t>(position);
      auto const in = slices->input(at, place.shape);
      ++read.at(static_cast<std::size_t>(place.src + in.src) / 4);
      ++slots.at(static_cast<std::size_t>(in.slot));
      ++written.at(static_cast<std::size_t>(place.dst + slices->output(at, place.shape)) / 4);
    }
    EXPECT_EQ(slots, std::vector<int>(slots.size(), 1));
  }
  EXPECT_EQ(read, std::vector<int>(read.size(), 1));
  EXPECT_EQ(written, std::vector<int>(written.size(), 1));
}

TEST(PlanSlices, TheTablesAreShortWhereAxesAllowIt) {
  NormalProblem const square = column_major({500, 500}, {1, 0}, 4);
  auto const tiles = plan_slices(square, Extents{32, 32}, 4);
  ASSERT_TRUE(tiles);
  EXPECT_EQ(tiles->shape[0].by_in.divisor, 32U);
  EXPECT_EQ(tiles->shape[0].in_high, 32U);
  EXPECT_EQ(tiles->out_table, 64 * SliceGeometry::in_entry_bytes);
  // A single axis is split as well.
  NormalProblem const run = column_major({4001}, {0}, 4);
  auto const pieces = plan_slices(run, Extents{1024}, 4);
  ASSERT_TRUE(pieces);
  EXPECT_EQ(pieces->shape[0].by_in.divisor + pieces->shape[0].in_high, 64U);
}

/// The longest tables are those of a long axis between two short ones.
TEST(PlanSlices, OfAThousandWordsFitTheSharedMemoryOfEveryDevice) {
  for (int const word : {1, 2, 4, 8, 16})
    for (std::int64_t outer = 1; outer <= 8; ++outer)
      for (std::int64_t inner = 1; inner <= 8; ++inner) {
        std::int64_t const middle = sure_slice_words / outer / inner;
        NormalProblem const normal = column_major({inner, middle, outer}, {2, 1, 0}, word, 1, 1);
        Extents taken{};
        for (int k = 0; k < normal.rank; ++k)
          taken[static_cast<std::size_t>(k)] = normal.axis[static_cast<std::size_t>(k)].extent;
        for (int unit = 1; unit <= word; unit *= 2) {
          auto const slices = plan_slices(normal, taken, unit);
          ASSERT_TRUE(slices);
          EXPECT_LE(slices->shared_bytes, max_slice_shared_bytes) << word << " by " << unit;
        }
      }
}

TEST(PlanSlices, RefuseWhatTheKernelHasNoRoomFor) {
  EXPECT_FALSE(plan_slices(column_major({50, 50}, {1, 0}, 8), Extents{50, 41}, 8)) << "words";
  EXPECT_TRUE(plan_slices(column_major({50, 50}, {1, 0}, 2), Extents{50, 41}, 2));
  EXPECT_FALSE(plan_slices(column_major({2, 1201, 2}, {2, 1, 0}, 1, 1, 1), Extents{2, 1201, 2}, 1))
      << "tables of about 2400 entries a side";
  EXPECT_FALSE(plan_slices(column_major({5, 5, 5}, {2, 1, 0}, 4), Extents{3, 3, 3}, 4)) << "cuts";
  EXPECT_TRUE(plan_slices(column_major({5, 5, 6}, {2, 1, 0}, 4), Extents{3, 3, 3}, 4));
  std::int64_t const side = 1 << 15;
  EXPECT_FALSE(plan_slices(column_major({side, side}, {1, 0}, 4), Extents{1, 1}, 4)) << "slices";
  EXPECT_TRUE(plan_slices(column_major({side - 1, side}, {1, 0}, 4), Extents{1, 1}, 4));
  EXPECT_TRUE(plan_slices(column_major({side, side}, {1, 0}, 4), Extents{4, 1}, 4));
  detail::Problem many;
  many.element_bytes = 4;
  many.rank = 11;
  for (auto& axis : many.axis) axis = {2, 1, 1};
  Extents one{};
  one.fill(1);
  EXPECT_FALSE(plan_slices(many, one, 4)) << "axes";
}

/// Kokkos keeps 8 bytes a thread and two more times of what a block has, and scratch is aligned.
TEST(PlanSlices, LeaveTheLaunchItsPart) {
  EXPECT_LE(max_slice_shared_bytes + 8 * (tile::warp::slice_threads + 2) + 128, 48 << 10);
  EXPECT_GT(max_slice_shared_bytes, 45 << 10);
}

}  // namespace
}  // namespace isomer::test
