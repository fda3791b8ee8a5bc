// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "index/odometer.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace isomer::test {
namespace {

using detail::Odometer;

Odometer three_axes() {
  Odometer odometer;
  odometer.add({3, 1, 40});
  odometer.add({1, 1000, 1000});
  odometer.add({4, 10, 1});
  odometer.add({2, 100, 7});
  return odometer;
}

TEST(Odometer, VisitsEveryIndexOnceTheFirstAxisFastest) {
  Odometer odometer = three_axes();
  ASSERT_EQ(odometer.positions(), 24);
  for (std::int64_t k = 0; k < 2; ++k)
    for (std::int64_t j = 0; j < 4; ++j)
      for (std::int64_t i = 0; i < 3; ++i) {
        EXPECT_EQ(odometer.src(), i + 10 * j + 100 * k);
        EXPECT_EQ(odometer.dst(), 40 * i + j + 7 * k);
        bool const is_last = i == 2 && j == 3 && k == 1;
        EXPECT_EQ(odometer.advance(), !is_last);
      }
  EXPECT_EQ(odometer.src(), 0) << "behind the last it begins again";
  EXPECT_EQ(odometer.dst(), 0);
}

TEST(Odometer, SeeksWhereAsManyStepsWouldLead) {
  Odometer stepping = three_axes();
  for (std::int64_t position = 0; position < 24; ++position) {
    Odometer seeking = three_axes();
    seeking.seek(position);
    EXPECT_EQ(seeking.src(), stepping.src()) << position;
    EXPECT_EQ(seeking.dst(), stepping.dst()) << position;
    EXPECT_EQ(seeking.advance(), stepping.advance()) << position;
    EXPECT_EQ(seeking.src(), stepping.src()) << position;
  }
}

TEST(Odometer, WithoutAxesHasOnePosition) {
  Odometer odometer;
  odometer.add({1, 5, 5});
  EXPECT_EQ(odometer.positions(), 1);
  EXPECT_FALSE(odometer.advance());
  EXPECT_EQ(odometer.src(), 0);
}

}  // namespace
}  // namespace isomer::test
