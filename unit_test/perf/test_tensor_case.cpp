// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tensor_case.hpp"

#include <gmock/gmock.h>

#include "emulate/scaled.hpp"

namespace {

using namespace isomer::perf;
using testing::ElementsAre;

TEST(TensorCase, IsNamedByItsAxesAndExtents) {
  EXPECT_EQ(extents_text({1024, 64, 3}), "1024x64x3");
  EXPECT_EQ(axes_text({0, 2, 1}), "021");
  EXPECT_EQ(element_count({1024, 64, 3}), 1024 * 64 * 3);
}

TEST(TensorCase, HasStridesFromEitherEnd) {
  EXPECT_THAT(column_major_strides({5, 3, 2}), ElementsAre(1, 5, 15));
  EXPECT_THAT(row_major_strides({5, 3, 2}), ElementsAre(6, 2, 1));
}

TEST(TensorCase, IsTheSameFromTheOtherEnd) {
  // The axis of 5 is the slowest of the source and the fastest of the result, whose slowest is 3.
  TensorCase const turned = from_the_other_end({{5, 3, 2}, {1, 2, 0}});
  EXPECT_THAT(turned.extents, ElementsAre(2, 3, 5));
  EXPECT_THAT(turned.axes, ElementsAre(2, 0, 1));
}

TEST(Shrunk, HalvesTheLargestExtentsUntilItFits) {
  auto const small = shrunk({{1000, 10, 400}, {2, 1, 0}}, 10000);
  EXPECT_LE(element_count(small.extents), 10000);
  EXPECT_THAT(small.axes, ElementsAre(2, 1, 0));
  EXPECT_EQ(small.extents[1], 10);
}

TEST(Shrunk, KeepsSquaresSquare) {
  EXPECT_THAT(shrunk({{100, 100, 7}, {1, 0, 2}}, 20000).extents, ElementsAre(50, 50, 7));
}

TEST(Shrunk, LeavesAloneWhatFits) {
  EXPECT_THAT(shrunk({{10, 20}, {1, 0}}, 200).extents, ElementsAre(10, 20));
}

TEST(Shrunk, EndsWithUnitExtentsEvenIfNothingCanFit) {
  EXPECT_THAT(shrunk({{7, 5}, {1, 0}}, 0).extents, ElementsAre(1, 1));
}

TEST(Thinned, KeepsFirstAndLastAndASpreadInBetween) {
  EXPECT_THAT(thinned(std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 4), ElementsAre(0, 3, 6, 9));
  EXPECT_THAT(thinned(std::vector{0, 1, 2}, 5), ElementsAre(0, 1, 2));
}

TEST(Scaled, KeepsWhatIsFastOnEitherSide) {
  // 64 and 32 are the fastest of either side, 100 and 50 are not.
  TensorCase const small = scaled({{64, 100, 50, 32}, {3, 1, 2, 0}}, 64 * 32 * 4);
  EXPECT_THAT(small.extents, ElementsAre(64, 2, 2, 32));
  EXPECT_THAT(small.axes, ElementsAre(3, 1, 2, 0));
  EXPECT_THAT(scaled({{64, 100}, {1, 0}}, 1 << 20).extents, ElementsAre(64, 100));
  EXPECT_LE(element_count(scaled({{5000, 3000}, {1, 0}}, 10000).extents), 10000);
  EXPECT_THAT(scaled({{1000, 7, 3}, {0, 2, 1}}, 1000 * 14).extents, ElementsAre(1000, 4, 3));
}

TEST(Scaled, KeepsMultiplesOfAGranule) {
  EXPECT_THAT(scaled({{7248, 7248}, {1, 0}}, 1 << 16, 4).extents, ElementsAre(224, 224));
  EXPECT_THAT(scaled({{64, 100, 50, 32}, {3, 1, 2, 0}}, 64 * 32 * 4, 4).extents,
              ElementsAre(32, 4, 2, 32));
  EXPECT_LE(element_count(scaled({{64, 64, 64}, {2, 1, 0}}, 1000, 16).extents), 1000);
}

}  // namespace
