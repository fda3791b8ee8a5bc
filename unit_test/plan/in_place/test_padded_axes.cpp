// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "plan/in_place/padded_axes.hpp"

/// How an array with gaps is taken apart into loops and blocks.
namespace isomer::in_place {
namespace {

/// Axes in C order, pushed apart by `gap` elements behind some of them.
PaddedAxes axes_of(std::vector<std::int64_t> const& extent, std::vector<int> const& axes,
                   std::vector<detail::Gap> const& gaps, int element_bytes = 1) {
  detail::InPlaceProblem problem;
  problem.rank = static_cast<std::int32_t>(extent.size());
  problem.element_bytes = element_bytes;
  std::copy(extent.begin(), extent.end(), problem.extent.begin());
  std::copy(axes.begin(), axes.end(), problem.axes.begin());
  for (detail::Gap const& gap : gaps) problem.gap[static_cast<std::size_t>(problem.gaps++)] = gap;
  return PaddedAxes(problem);
}

AxisList all(PaddedAxes const& axes) {
  AxisList list = axes.kept;
  list.insert(list.end(), axes.moved.begin(), axes.moved.end());
  return list;
}

std::vector<std::int64_t> places(AxisList const& axes) {
  std::vector<std::int64_t> list;
  for (std::int64_t k = 0; k < turns_of(axes); ++k) list.push_back(begin_of(axes, k));
  std::sort(list.begin(), list.end());
  return list;
}

/// [5][6][7] with gaps behind the rows and behind the matrices.
PaddedAxes batch_of_matrices(int element_bytes = 1) {
  return axes_of({5, 7, 7}, {0, 2, 1}, {{7, 9}, {49, 70}}, element_bytes);
}

TEST(PaddedAxes, HaveStridesBeforeAndAfter) {
  auto const axes = batch_of_matrices();
  EXPECT_EQ(axes.kept, (AxisList{{5, 70, 70}}));
  EXPECT_EQ(axes.moved, (AxisList{{7, 9, 1}, {7, 1, 9}}));
  EXPECT_EQ(axes.elements(), 245);
  auto const fused = axes_of({4, 1, 3, 12}, {3, 0, 1, 2}, {{12, 20}});
  EXPECT_EQ(fused.kept, AxisList{});
  EXPECT_EQ(fused.moved, (AxisList{{12, 20, 1}, {12, 1, 20}}));
}

/// The places of all blocks together are those of the array, each once, and no block is larger than
/// the buffer or half as large as could be.
void expect_slices(PaddedAxes const& axes, std::int64_t room) {
  auto const sliced = slice(axes, room);
  ASSERT_EQ(sliced.has_value(), room >= least_buffer(axes)) << room;
  if (!sliced) return;
  EXPECT_LE(sliced->buffer_bytes, room);
  if (sliced->buffer_bytes < axes.bytes()) {
    EXPECT_GT(2 * sliced->buffer_bytes, room);
  }
  std::vector<std::int64_t> found;
  std::int64_t largest = 0;
  for (std::int64_t turn = 0; turn < turns_of(sliced->loops); ++turn) {
    std::int64_t const begin = begin_of(sliced->loops, turn);
    AxisList block = sliced->block;
    std::int64_t left = sliced->cut ? block[*sliced->cut].extent : 1;
    for (std::int64_t first = 0; left > 0;) {
      std::int64_t const count = sliced->cut ? std::min(left, sliced->at_a_time) : 1;
      if (sliced->cut) block[*sliced->cut].extent = count;
      for (std::int64_t const place : places(block))
        found.push_back(begin + place + (sliced->cut ? first * block[*sliced->cut].src_stride : 0));
      largest = std::max(largest, turns_of(block) * axes.element_bytes);
      first += count;
      left -= count;
    }
  }
  EXPECT_EQ(largest, sliced->buffer_bytes);
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, places(all(axes)));
}

TEST(PaddedAxes, AreSlicedIntoWhatABufferHolds) {
  auto const one = batch_of_matrices(4);
  auto const two = axes_of({3, 4, 6, 6, 2}, {0, 1, 3, 2, 4}, {{2, 3}, {12, 20}, {72, 130}}, 8);
  auto const none = axes_of({6, 6}, {1, 0}, {{6, 8}}, 2);
  for (PaddedAxes const* axes : {&one, &two, &none})
    for (std::int64_t room = 1; room < axes->bytes() + 40; room += 1 + room / 16)
      expect_slices(*axes, room);
}

TEST(PaddedAxes, AreSquaresWhereTwoAxesOfOneExtentChangePlaces) {
  auto const squares = as_squares(batch_of_matrices(4));
  ASSERT_TRUE(squares);
  EXPECT_EQ(squares->loops, AxisList{});
  EXPECT_EQ(
      squares->step,
      (Step{
          .batch = 5, .rows = 7, .cols = 7, .chunk_bytes = 4, .row_pitch = 36, .item_pitch = 280}));
  auto const chunks = as_squares(axes_of({3, 6, 6, 2}, {0, 2, 1, 3}, {{12, 20}, {72, 130}}, 4));
  ASSERT_TRUE(chunks);
  EXPECT_EQ(chunks->step.chunk_bytes, 8);
  EXPECT_EQ(chunks->step.row_pitch, 80);
  // A gap within the chunk, another extent, an axis more: no squares.
  EXPECT_FALSE(as_squares(axes_of({6, 6, 2}, {1, 0, 2}, {{2, 3}})));
  EXPECT_FALSE(as_squares(axes_of({5, 6, 7}, {0, 2, 1}, {{42, 50}})));
  EXPECT_FALSE(as_squares(axes_of({6, 6, 6}, {1, 2, 0}, {{6, 8}})));
}

TEST(PaddedAxes, AreBlocksWhereOnlyAxesBelowTheFirstGapMove) {
  auto const blocks = as_dense_blocks(axes_of({4, 3, 5, 6}, {0, 1, 3, 2}, {{30, 32}, {90, 100}}));
  ASSERT_TRUE(blocks);
  EXPECT_EQ(turns_of(blocks->loops), 12);
  EXPECT_EQ(places(blocks->loops),
            (std::vector<std::int64_t>{0, 32, 64, 100, 132, 164, 200, 232, 264, 300, 332, 364}));
  EXPECT_EQ(blocks->block.rank, 2);
  EXPECT_EQ(blocks->block.extent[0], 5);
  EXPECT_EQ(blocks->block.extent[1], 6);
  EXPECT_EQ(blocks->block.axes[0], 1);
  EXPECT_EQ(blocks->block.gaps, 0);
  EXPECT_FALSE(as_dense_blocks(batch_of_matrices()));
  EXPECT_FALSE(as_dense_blocks(axes_of({4, 3, 5, 6}, {1, 0, 3, 2}, {{30, 32}})));
}

}  // namespace
}  // namespace isomer::in_place
