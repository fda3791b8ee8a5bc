// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/skewed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "support/column_major.hpp"
#include "tile/host/job.hpp"

namespace isomer::test {
namespace {

/// Of doubles unless said otherwise.
detail::Problem permutation(std::vector<std::int64_t> const& extents, std::vector<int> const& axes,
                            int word = 8) {
  return column_major(extents, axes, word);
}

detail::Problem transposition(std::int64_t columns, std::int64_t rows, int word = 8) {
  return permutation({columns, rows}, {1, 0}, word);
}

constexpr std::int64_t any_size = std::int64_t{1} << 40;

std::optional<detail::Slice> skewed_slice(detail::Problem const& problem) {
  return detail::skewed_slice(problem, any_size);
}

std::int64_t taken(detail::Slice const& slice, std::size_t k) { return slice.extent[k]; }

TEST(SkewedSlice, IsOfSomeKiBOfEachRow) {
  auto const slice = skewed_slice(transposition(7001, 7003));
  ASSERT_TRUE(slice);
  EXPECT_GE(taken(*slice, 0) * 8, 4 << 10);
  EXPECT_LE(taken(*slice, 0) * 8, 16 << 10);
  EXPECT_LT(taken(*slice, 1), 7003);
}

TEST(SkewedSlice, ExistsForWordsOfFourBytesAndMore) {
  for (int const word : {1, 2}) EXPECT_FALSE(skewed_slice(transposition(7001, 7003, word)));
  for (int const word : {4, 16}) EXPECT_TRUE(skewed_slice(transposition(7001, 7003, word)));
}

/// Then all lines of a tile but those of the last one are rotated in registers.
TEST(SkewedSlice, HasAMultipleOfALineOfRows) {
  for (int const word : {4, 8, 16})
    for (std::int64_t const rows : {7001, 4995}) {
      auto const slice = skewed_slice(transposition(7003, rows, word));
      ASSERT_TRUE(slice);
      EXPECT_EQ(taken(*slice, 1) * word % tile::line_bytes, 0) << word << ", " << rows;
    }
}

TEST(SkewedSlice, LeavesTheLastTileALineOfRowsOrNone) {
  for (std::int64_t rows = 5001; rows < 5400; ++rows) {
    auto const problem = transposition(5003, rows);
    auto const slice = skewed_slice(problem);
    if (!slice) continue;
    std::int64_t const last = rows % taken(*slice, 1);
    EXPECT_TRUE(last == 0 || last >= tile::line_bytes / 8) << rows;
    EXPECT_TRUE(detail::can_skew(problem, *slice));
  }
}

TEST(SkewedSlice, TakesRowsWholeWhereColumnsFollowBehindThem) {
  auto const problem = transposition(300001, 66);
  auto const slice = skewed_slice(problem);
  ASSERT_TRUE(slice);
  EXPECT_EQ(taken(*slice, 1), 66);
  EXPECT_TRUE(detail::has_first_axis(detail::output_run(problem, *slice)));
  auto const roles = detail::skewed_roles(problem, *slice, detail::output_run(problem, *slice));
  EXPECT_EQ(roles.rows, 66);
  EXPECT_EQ(roles.columns, taken(*slice, 0));
  EXPECT_TRUE(skewed_slice(permutation({100, 11, 17, 700}, {2, 0, 3, 1})));
  EXPECT_FALSE(skewed_slice(permutation({39, 11, 17, 2000}, {2, 0, 3, 1}))) << "few columns";
}

TEST(SkewedSlice, IsSmallerWhereManyThreadsWantSome) {
  for (std::int64_t const rows : {63, 317, 5187}) {
    auto const problem = transposition(7001, rows);
    for (std::int64_t most = std::int64_t{64} << 10; most < 4 << 20; most *= 2) {
      auto const slice = detail::skewed_slice(problem, most);
      ASSERT_TRUE(slice);
      // Whole rows keep some columns.
      EXPECT_LE(detail::slice_bytes(problem, *slice), std::max(most, 64 * rows * 8)) << rows;
      EXPECT_TRUE(detail::can_skew(problem, *slice));
    }
  }
}

TEST(SkewedSlice, IsNoneWhereLinesWouldMeetInTheSamePlacesOfTheMemory) {
  for (std::int64_t const rows : {2049, 4097, 8191, 8193})
    EXPECT_FALSE(skewed_slice(transposition(7001, rows))) << rows;
}

TEST(SkewedSlice, IsNoneOfShortRowsSideBySide) {
  EXPECT_FALSE(skewed_slice(transposition(90, 151001)));
  EXPECT_TRUE(skewed_slice(transposition(321, 40001)));
  EXPECT_TRUE(skewed_slice(transposition(201, 60001, 16)));
  EXPECT_FALSE(skewed_slice(transposition(201, 60001)));
  EXPECT_TRUE(skewed_slice(transposition(90, 151001, 16)));
  EXPECT_FALSE(skewed_slice(transposition(45, 151001, 16)));
}

TEST(SkewedSlice, IsNoneWhereARowAxisLiesBetweenWhatIsRead) {
  std::vector<std::int64_t> const extents(6, 17);
  EXPECT_FALSE(skewed_slice(permutation(extents, {5, 1, 4, 0, 2, 3})));
  EXPECT_TRUE(skewed_slice(permutation(extents, {4, 5, 0, 3, 1, 2})));
}

TEST(CanSlant, NeedsRowsBeforeTheInputsFirstAxisAndNothingButOneIndexBehindIt) {
  // Output run: axis 2, axis 0, axis 1.
  auto const problem = permutation({40, 30, 20, 50}, {2, 0, 3, 1});
  detail::Slice slice;
  slice.extent = {40, 1, 20, 1};
  EXPECT_TRUE(detail::can_skew(problem, slice));
  slice.extent = {40, 1, 20, 2};
  EXPECT_FALSE(detail::can_skew(problem, slice));
  slice.extent = {16, 5, 20, 1};
  EXPECT_TRUE(detail::can_skew(problem, slice));
  slice.extent = {40, 1, 7, 1};
  EXPECT_FALSE(detail::can_skew(problem, slice)) << "rows of less than a line";
}

}  // namespace
}  // namespace isomer::test
