// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/tile_roles.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "problem/normalize.hpp"

namespace isomer::test {
namespace {

using detail::Problem;
using detail::Slice;
using detail::TileRoles;

/// Vectors of 64 bytes, with and without permutations.
constexpr tile::Isa permuting{"wide", 64, 7, 1};
constexpr tile::Isa plain{"wide", 64, 0, 0};

/// Four-byte words, extents with the fastest axis first; output axis k is input axis axes[k].
Problem permutation(std::vector<std::int64_t> const& extents, std::vector<int> const& axes) {
  Problem problem;
  problem.rank = static_cast<std::int32_t>(extents.size());
  problem.element_bytes = 4;
  std::int64_t stride = 1;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    problem.axis[k] = {extents[k], stride, 0};
    stride *= extents[k];
  }
  stride = 1;
  for (int const k : axes) {
    problem.axis[static_cast<std::size_t>(k)].dst_stride = stride;
    stride *= extents[static_cast<std::size_t>(k)];
  }
  return detail::normalize(problem);
}

/// The roles in a tile, given its indices of each axis, whose output run has `run_axes` axes.
TileRoles roles_of(Problem const& normal, std::vector<std::int64_t> const& tile, int run_axes,
                   tile::Isa const& isa) {
  Slice slice;
  std::copy(tile.begin(), tile.end(), slice.extent.begin());
  return tile_roles(normal, slice, run_axes, isa);
}

TEST(TileRoles, GiveATranspositionItsRowsAndColumns) {
  auto const roles = roles_of(permutation({256, 128}, {1, 0}), {64, 32}, 1, plain);
  EXPECT_EQ(roles.rows, 32);
  EXPECT_EQ(roles.columns, 64);
}

TEST(TileRoles, ShortenTheRowsWhereColumnsWouldBeTooFew) {
  // The output's run takes all axes: rows of 500 words would leave columns of 3.
  auto const roles =
      roles_of(permutation({3, 20, 25, 44}, {2, 1, 0, 3}), {3, 20, 25, 1}, 3, permuting);
  EXPECT_EQ(roles.rows, 25);
  EXPECT_EQ(roles.columns, 60);
}

TEST(TileRoles, RearrangeTheFieldsOfRecordsByPermutations) {
  auto const normal = permutation({5, 4096}, {1, 0});
  auto const roles = roles_of(normal, {5, 256}, 1, permuting);
  EXPECT_TRUE(roles.from_records);
  EXPECT_FALSE(roles.to_records);
  EXPECT_LT(roles.instructions, roles_of(normal, {5, 256}, 1, plain).instructions);
}

TEST(TileRoles, InterleaveFieldsIntoRecordsByPermutations) {
  auto const roles = roles_of(permutation({4096, 5}, {1, 0}), {256, 5}, 2, permuting);
  EXPECT_TRUE(roles.to_records);
  EXPECT_FALSE(roles.from_records);
}

TEST(TileRoles, CallNothingFewForKernelsWithoutPermutations) {
  auto const roles = roles_of(permutation({5, 4096}, {1, 0}), {5, 256}, 1, plain);
  EXPECT_FALSE(roles.from_records);
  EXPECT_FALSE(roles.to_records);
}

TEST(TileRoles, CallNothingFewThatAVectorDoesNotHold) {
  tile::Isa halves = permuting;
  halves.vector_bytes = 32;
  Problem problem = permutation({4096, 5}, {1, 0});
  EXPECT_TRUE(roles_of(problem, {256, 5}, 2, halves).to_records);
  problem.element_bytes = 8;
  EXPECT_FALSE(roles_of(problem, {256, 5}, 2, halves).to_records) << "five rows, four words";
}

TEST(TileRoles, CallNothingFewWhereAPartOfTheRowsIsNotSideBySide) {
  // Six of nine columns: from row to row there is a gap.
  auto const roles = roles_of(permutation({9, 4096}, {1, 0}), {6, 256}, 1, permuting);
  EXPECT_EQ(roles.columns, 6);
  EXPECT_FALSE(roles.from_records);
}

TEST(TileRoles, LeaveNothingContiguousWithoutRowsOrColumns) {
  Problem problem = permutation({16, 16}, {1, 0});
  problem.axis[0].src_stride = 2;
  problem.axis[1].src_stride = 64;
  auto const roles = roles_of(problem, {16, 16}, 1, permuting);
  EXPECT_EQ(roles.column_axes, 0);
  EXPECT_EQ(roles.rows, 16);
}

TEST(LinesAbreast, AreTwoWhereVectorsAreHalfALineAndRowsByTurnsNoMoreThanSixteen) {
  tile::Isa halves = plain;
  halves.vector_bytes = 32;
  for (std::int64_t const word : {1, 2, 4}) EXPECT_EQ(detail::lines_abreast(halves, word), 1);
  for (std::int64_t const word : {8, 16}) EXPECT_EQ(detail::lines_abreast(halves, word), 2);
  EXPECT_EQ(detail::lines_abreast(plain, 8), 1);
}

}  // namespace
}  // namespace isomer::test
