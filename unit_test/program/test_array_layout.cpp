// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/array_layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/failure.hpp"
#include "support/message_of.hpp"

namespace {

using namespace isomer::program;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(ArrayLayout, StepsGrowFromTheLastAxisInCOrderAndFromTheFirstInFortranOrder) {
  EXPECT_THAT(strides({{3, 4, 5}, false, 8}), ElementsAre(20, 5, 1));
  EXPECT_THAT(strides({{3, 4, 5}, true, 8}), ElementsAre(1, 3, 12));
}

TEST(ArrayLayout, CountsBytes) {
  EXPECT_EQ(byte_count({{3, 4, 5}, false, 8}), 480);
  EXPECT_EQ(byte_count({{}, false, 8}), 8);
  EXPECT_EQ(byte_count({{3, 0}, false, 8}), 0);
  EXPECT_EQ(byte_count({{3, 4}, false, 0}), 0);
}

TEST(ArrayLayout, RefusesMoreBytesThanAnOffsetCounts) {
  constexpr std::int64_t half = std::int64_t{1} << 31;
  EXPECT_EQ(byte_count({{half, half}, false, 1}), std::int64_t{1} << 62);
  EXPECT_THAT(isomer::test::message_of<Failure>([] {
                byte_count({{half, half + 1}, false, 1});
              }),
              HasSubstr("more than 2^62 bytes"));
  EXPECT_THAT(isomer::test::message_of<Failure>([] {
                byte_count({{0, half, half, 3}, false, 1});
              }),
              HasSubstr("more than 2^62 bytes"));
}

TEST(Rearrangement, PermutesTheShapeOfTheResult) {
  Rearrangement rearrangement;
  rearrangement.from = {{3, 4, 5}, true, 8};
  rearrangement.axes = {2, 0, 1};
  auto const result = result_layout(rearrangement);
  EXPECT_THAT(result.shape, ElementsAre(5, 3, 4));
  EXPECT_FALSE(result.fortran_order);
  EXPECT_EQ(result.item_bytes, 8);
}

bool stays(std::vector<std::int64_t> const& shape, std::vector<int> const& axes, bool to_fortran) {
  Rearrangement rearrangement;
  rearrangement.from.shape = shape;
  rearrangement.from.item_bytes = 8;
  rearrangement.axes = axes;
  rearrangement.result_fortran_order = to_fortran;
  return moves_nothing(rearrangement);
}

TEST(Rearrangement, ThatLeavesEveryByteInPlaceIsRecognised) {
  EXPECT_TRUE(stays({3, 4}, {0, 1}, false));
  EXPECT_TRUE(stays({3, 4}, {1, 0}, true));
  EXPECT_TRUE(stays({1, 4, 1}, {2, 1, 0}, false));
  EXPECT_TRUE(stays({3, 0}, {1, 0}, false));
  EXPECT_TRUE(stays({}, {}, true));
  EXPECT_FALSE(stays({3, 4}, {1, 0}, false));
  EXPECT_FALSE(stays({3, 4}, {0, 1}, true));
}

TEST(RequirePermutation, TellsWhatIsWrongWithAList) {
  EXPECT_NO_THROW(require_permutation({2, 0, 1}, 3));
  EXPECT_NO_THROW(require_permutation({}, 0));
  EXPECT_THAT(isomer::test::message_of<Failure>([] {
                require_permutation({0, 1}, 3);
              }),
              "the axes 0,1 are 2, the array has 3");
  EXPECT_THAT(isomer::test::message_of<Failure>([] {
                require_permutation({0, 0, 1}, 3);
              }),
              "the axes 0,0,1 hold 0 twice");
  EXPECT_THAT(isomer::test::message_of<Failure>([] {
                require_permutation({0, 3, 1}, 3);
              }),
              "the axes 0,3,1 hold 3, they have to be within 0..2");
  EXPECT_THAT(isomer::test::message_of<Failure>([] {
                require_permutation({-1, 0}, 2);
              }),
              "the axes -1,0 hold -1, they have to be within 0..1");
}

}  // namespace
