// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <gmock/gmock.h>

// The check behind every figure of isomer_perf has to fail when a result is wrong, so it is tested
// with wrong results.
namespace {

using namespace isomer::perf;

/// Reachable from the tests and from wherever the check runs.
struct Buffer {
  Kokkos::View<std::byte*, Kokkos::SharedSpace> bytes;
  explicit Buffer(std::int64_t size) : bytes("isomer::test::buffer", size) {}
  std::byte* data() const { return bytes.data(); }
};

class Pattern : public testing::TestWithParam<int> {
 protected:
  std::int64_t const width = GetParam();
  Exec const exec;
};

TEST_P(Pattern, MatchesItselfAndFindsTheFirstChangedElement) {
  constexpr std::int64_t count = 10000;  // several runs of the odometer
  Buffer buffer(count * width);
  fill_with_indices(exec, buffer.data(), count, width, 3);
  std::vector<ResultAxis> const axes{{count, 1}};
  EXPECT_EQ(first_mismatch(exec, buffer.data(), width, 3, axes), std::nullopt);
  for (std::int64_t const at :
       {std::int64_t{0}, std::int64_t{4095}, std::int64_t{4096}, count - 1}) {
    std::byte& byte = buffer.data()[at * width + width - 1];
    byte ^= std::byte{1};
    EXPECT_EQ(first_mismatch(exec, buffer.data(), width, 3, axes), at);
    byte ^= std::byte{1};
  }
}

TEST_P(Pattern, DependsOnTheSeed) {
  constexpr std::int64_t count = 1000;
  Buffer buffer(count * width);
  fill_with_indices(exec, buffer.data(), count, width, 3);
  EXPECT_TRUE(first_mismatch(exec, buffer.data(), width, 4, {{count, 1}}).has_value());
}

TEST_P(Pattern, TellsATranspositionFromACopy) {
  constexpr std::int64_t rows = 61;
  constexpr std::int64_t columns = 87;
  Buffer source(rows * columns * width);
  Buffer result(rows * columns * width);
  fill_with_indices(exec, source.data(), rows * columns, width, 3);
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      std::memcpy(result.data() + (j * rows + i) * width, source.data() + (i * columns + j) * width,
                  static_cast<std::size_t>(width));
  std::vector<ResultAxis> const transposed{{columns, 1}, {rows, columns}};
  EXPECT_EQ(first_mismatch(exec, result.data(), width, 3, transposed), std::nullopt);
  EXPECT_TRUE(first_mismatch(exec, source.data(), width, 3, transposed).has_value());
}

INSTANTIATE_TEST_SUITE_P(EachWidth, Pattern, testing::Values(1, 2, 4, 8, 16));

TEST(PatternOfFourBytes, DoesNotRepeat) {
  constexpr std::int64_t count = 1 << 16;
  Buffer const buffer(count * 4);
  fill_with_indices(Exec(), buffer.data(), count, 4, 3);
  auto* const words = reinterpret_cast<std::uint32_t*>(buffer.data());
  std::sort(words, words + count);
  EXPECT_EQ(std::adjacent_find(words, words + count), words + count);
}

TEST(PatternOfFloats, HoldsNoNanAndNoInfinity) {
  constexpr std::int64_t count = 1 << 16;
  Buffer const buffer(count * 8);
  fill_with_indices(Exec(), buffer.data(), count, 4, 3);
  auto const* const floats = reinterpret_cast<float const*>(buffer.data());
  EXPECT_TRUE(std::all_of(floats, floats + count, [](float f) { return std::isfinite(f); }));
  fill_with_indices(Exec(), buffer.data(), count, 8, 3);
  auto const* const doubles = reinterpret_cast<double const*>(buffer.data());
  EXPECT_TRUE(std::all_of(doubles, doubles + count, [](double d) { return std::isfinite(d); }));
}

class Verify : public testing::Test {
 protected:
  static constexpr std::int64_t count = 600;
  Buffer source{count * 4};
  Buffer result{count * 4};
  Verification const verification{source.data(), result.data(), 4, {{count, 1}}};
  std::function<void()> const move = [this] { Kokkos::deep_copy(result.bytes, source.bytes); };
};

TEST_F(Verify, AcceptsARightMove) {
  EXPECT_EQ(verify(Exec(), verification, move, false), std::nullopt);
}

TEST_F(Verify, NoticesWhenTheResultIsDamaged) {
  EXPECT_EQ(verify(Exec(), verification, move, true),
            "element 300 of 600 of the result, in memory order, is the first wrong one");
}

TEST_F(Verify, NoticesAMoveThatDoesNothingAlthoughAnEarlierOneWasRight) {
  ASSERT_EQ(verify(Exec(), verification, move, false), std::nullopt);
  EXPECT_TRUE(verify(
                  Exec(), verification, [] {}, false)
                  .has_value());
}

TEST_F(Verify, ChecksNarrowElementsWithTwoFills) {
  int moves = 0;
  Verification const bytes{source.data(), result.data(), 1, {{count, 1}}};
  EXPECT_EQ(verify(
                Exec(), bytes,
                [&] {
                  ++moves;
                  move();
                },
                false),
            std::nullopt);
  EXPECT_EQ(moves, 2);
}

}  // namespace
