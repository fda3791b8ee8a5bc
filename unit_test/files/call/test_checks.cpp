// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include <isomer/error.hpp>

namespace {

using namespace isomer::files;
using testing::ElementsAre;

std::string refusal_of(std::function<void()> const& call) {
  try {
    call();
  } catch (isomer::Error const& error) {
    return error.what();
  }
  return "no error";
}

FileArray array_of(std::vector<std::uint64_t> extents, std::size_t element_bytes = 8) {
  FileArray array;
  array.extents = std::move(extents);
  array.element_bytes = element_bytes;
  return array;
}

TEST(CheckedBytes, AreThoseOfAllElements) {
  EXPECT_EQ(checked_bytes(array_of({3, 4, 5})), 480U);
  EXPECT_EQ(checked_bytes(array_of({3, 0, 5})), 0U);
  EXPECT_EQ(checked_bytes(array_of({1, 1, 1, 1, 1, 1, 1, 1}, 64)), 64U);
}

TEST(CheckedBytes, RefuseWhatIsNoArray) {
  EXPECT_EQ(refusal_of([] { checked_bytes(array_of({})); }),
            "array.extents has 0 axes, it has to have 1 to 8");
  EXPECT_EQ(refusal_of([] {
              checked_bytes(array_of({1, 1, 1, 1, 1, 1, 1, 1, 1}));
            }),
            "array.extents has 9 axes, it has to have 1 to 8");
  EXPECT_EQ(refusal_of([] { checked_bytes(array_of({3}, 0)); }),
            "array.element_bytes was 0, it has to be 1 to 64");
  EXPECT_EQ(refusal_of([] { checked_bytes(array_of({3}, 65)); }),
            "array.element_bytes was 65, it has to be 1 to 64");
}

TEST(CheckedBytes, RefuseSizesThatOverflowBesideAZeroToo) {
  constexpr std::uint64_t large = std::uint64_t{1} << 32U;
  EXPECT_EQ(
      refusal_of([] {
        checked_bytes(array_of({large, large}));
      }),
      "array.extents was (4294967296, 4294967296) with elements of 8 bytes, it has to be less "
      "than 2^60 bytes");
  EXPECT_NE(refusal_of([] { checked_bytes(array_of({0, large, large})); }), "no error");
  EXPECT_NE(refusal_of([] { checked_bytes(array_of({UINT64_MAX})); }), "no error");
  auto far = array_of({3});
  far.offset = (std::uint64_t{1} << 62U) + 1;
  EXPECT_EQ(refusal_of([&] { checked_bytes(far); }),
            "array.offset was 4611686018427387905, it has to be less than 2^60");
}

TEST(CheckedAxes, CountNegativeOnesFromTheEnd) {
  EXPECT_THAT(checked_axes(array_of({3, 4, 5}), {-1, 0, -2}), ElementsAre(2, 0, 1));
}

TEST(CheckedAxes, NameEachAxisOnce) {
  auto const array = array_of({3, 4});
  for (std::vector<int> const& axes :
       {std::vector<int>{0}, {0, 0}, {0, 2}, {0, -3}, {0, 1, 2}, {}, {1, -1}})
    EXPECT_EQ(refusal_of([&] { checked_axes(array, axes); }),
              "axes was " + text_of(axes) + ", it has to name each of the 2 axes once");
}

TEST(Inside, IsAnArrayThatEndsWithTheFile) {
  auto array = array_of({3, 4});
  array.offset = 100;
  EXPECT_EQ(refusal_of([&] { require_inside(array, 96, "a.bin", 196); }), "no error");
  EXPECT_EQ(refusal_of([&] { require_inside(array, 96, "a.bin", 195); }),
            "a.bin: array.extents was (3, 4), 96 bytes from byte 100 on, it has to end within the "
            "file, which has 195 bytes");
  EXPECT_NE(refusal_of([&] { require_inside(array, 0, "a.bin", 99); }), "no error");
}

TEST(Header, FillsWhatIsBeforeTheArray) {
  auto array = array_of({3});
  array.offset = 128;
  Options options;
  EXPECT_EQ(refusal_of([&] { require_header(array, options); }), "no error");
  options.new_header = std::string(128, ' ');
  EXPECT_EQ(refusal_of([&] { require_header(array, options); }), "no error");
  options.new_header += ' ';
  EXPECT_EQ(refusal_of([&] { require_header(array, options); }),
            "options.new_header has 129 bytes, it has to have array.offset, 128, or none");
}

TEST(Ways, AreOthersInPlaceThanIntoAnotherFile) {
  for (Way const way : {Way::transfer, Way::ring, Way::slots, Way::wide, Way::blocks}) {
    EXPECT_EQ(refusal_of([&] { require_way(way, true); }), "no error");
    EXPECT_EQ(refusal_of([&] { require_way(way, false); }),
              std::string("options.way was ") + name_of(way) +
                  ", it has to be automatic or copy into another file");
  }
  EXPECT_EQ(refusal_of([] { require_way(Way::copy, false); }), "no error");
  EXPECT_NE(refusal_of([] { require_way(Way::copy, true); }), "no error");
  EXPECT_EQ(refusal_of([] { require_way(Way::automatic, true); }), "no error");
  EXPECT_EQ(refusal_of([] { require_way(Way::automatic, false); }), "no error");
}

TEST(Orders, AndWaysAreThoseThatThereAre) {
  EXPECT_EQ(refusal_of([] { require_order(Order::c); }), "no error");
  EXPECT_EQ(refusal_of([] { require_order(Order::f); }), "no error");
  EXPECT_EQ(refusal_of([] { require_order(static_cast<Order>(7)); }),
            "array.order was 7, it has to be c or f");
  EXPECT_EQ(refusal_of([] { require_way(static_cast<Way>(99), true); }),
            "options.way was 99, it has to be automatic, transfer, ring, slots, wide or blocks in "
            "place");
  EXPECT_EQ(refusal_of([] { require_way(static_cast<Way>(99), false); }),
            "options.way was 99, it has to be automatic or copy into another file");
}

TEST(MovesNothing, WhereAxesLongerThanOneStayInOrder) {
  EXPECT_TRUE(moves_nothing(array_of({3, 4}), {0, 1}));
  EXPECT_FALSE(moves_nothing(array_of({3, 4}), {1, 0}));
  EXPECT_TRUE(moves_nothing(array_of({1, 4}), {1, 0}));
  EXPECT_TRUE(moves_nothing(array_of({3, 1, 4}), {1, 0, 2}));
  EXPECT_FALSE(moves_nothing(array_of({3, 1, 4}), {2, 1, 0}));
  EXPECT_TRUE(moves_nothing(array_of({3, 4, 0}), {1, 0, 2}));
  EXPECT_TRUE(moves_nothing(array_of({0, 3, 4}), {2, 1, 0}));
}

}  // namespace
