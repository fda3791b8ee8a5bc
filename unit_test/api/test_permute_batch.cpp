// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <array>
#include <forward_list>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include "support/message_of.hpp"
#include "support/view_access.hpp"

namespace isomer::test {
namespace {

using R = Kokkos::LayoutRight;
using L = Kokkos::LayoutLeft;
using testing::HasSubstr;
using testing::StartsWith;
template <class T, class Layout = R>
using Cube = ManagedView<T, 3, Layout>;
template <class Dst, class Src = Dst>
struct Pair {
  Dst dst;
  Src src;
};

/// Blocks of these extents with their sources filled, each with numbers of its own.
template <class Dst, class Src = Dst>
std::vector<Pair<Dst, Src>> blocks_of(std::vector<Index> const& extents,
                                      std::vector<int> const& axes) {
  std::vector<Pair<Dst, Src>> blocks;
  for (Index const& extent : extents) {
    blocks.push_back({allocate<Dst>("dst", permuted(extent, axes)), allocate<Src>("src", extent)});
    fill_distinct(blocks.back().src);
  }
  return blocks;
}

template <class Blocks>
void expect_moved(Blocks const& blocks, std::vector<int> const& axes) {
  for (auto const& block : blocks)
    EXPECT_TRUE(holds_permuted(block.dst, extents_of(block.src), axes));
}

std::vector<Index> const mixed{{16, 16, 16}, {8, 8, 8}, {16, 16, 16}, {3, 50, 7},
                               {0, 4, 4},    {8, 8, 8}, {90, 40, 30}, {1, 1, 1}};

TEST(PermuteBatch, MovesAVectorOfBlocksOnAnInstanceAndWithout) {
  auto const blocks = blocks_of<Cube<double>>(mixed, {2, 0, 1});
  Exec const exec;
  isomer::permute_batch(exec, blocks, {2, 0, 1});
  exec.fence();
  expect_moved(blocks, {2, 0, 1});
  auto const others = blocks_of<Cube<float>>(mixed, {2, 1, 0});
  isomer::permute_batch(others, {2, 1, 0});
  expect_moved(others, {2, 1, 0});
}

TEST(PermuteBatch, MovesBetweenLayoutsAndOfElementsOfAnySize) {
  struct Odd {
    std::array<char, 12> bytes;
  };
  auto const to_left = blocks_of<Cube<std::uint16_t, L>, Cube<std::uint16_t, R>>(mixed, {0, 1, 2});
  isomer::permute_batch(to_left, {0, 1, 2});
  expect_moved(to_left, {0, 1, 2});
  auto const odd = blocks_of<Cube<Odd>>({{5, 6, 7}, {16, 3, 2}}, {1, 0, 2});
  isomer::permute_batch(odd, {1, 0, 2});
  expect_moved(odd, {1, 0, 2});
}

TEST(PermuteBatch, TakesAnyRange) {
  using View = Cube<float>;
  auto const blocks = blocks_of<View>(mixed, {1, 2, 0});
  auto const again = [&] {
    for (auto const& block : blocks) Kokkos::deep_copy(block.dst, 0.0F);
  };
  isomer::permute_batch(std::span(blocks), {1, 2, 0});
  expect_moved(blocks, {1, 2, 0});
  again();
  std::array<Pair<View>, 2> const two{blocks[0], blocks[1]};
  isomer::permute_batch(two, {1, 2, 0});
  expect_moved(two, {1, 2, 0});
  again();
  std::forward_list<Pair<View>> const linked(blocks.begin(), blocks.end());
  isomer::permute_batch(Exec(), linked, {1, 2, 0});
  Exec().fence();
  expect_moved(blocks, {1, 2, 0});
}

#if !defined(__clang__) || __clang_major__ >= 16
TEST(PermuteBatch, GoesThroughARangeOfValuesOnce) {
  using View = Cube<float>;
  std::vector<Index> const extents(20, Index{9, 8, 7});
  auto const blocks = blocks_of<View>(extents, {2, 1, 0});
  std::size_t visits = 0;
  auto const list =
      std::views::iota(std::size_t{0}, blocks.size()) | std::views::transform([&](std::size_t k) {
        ++visits;
        return Pair<View, Cube<float const>>{blocks[k].dst, blocks[k].src};
      });
  isomer::permute_batch(list, {2, 1, 0});
  EXPECT_EQ(visits, blocks.size());
  expect_moved(blocks, {2, 1, 0});
}
#endif

TEST(PermuteBatch, MovesSubviewsOfOneArray) {
  // Blocks of a matrix of blocks, in both the order of rows and that of columns.
  constexpr int grid = 9, side = 12;
  using Matrix = ManagedView<double, 2, R>;
  auto const a = allocate<Matrix>("a", {grid * side, grid * side});
  auto const b = allocate<Matrix>("b", {grid * side, grid * side});
  fill_distinct(a);
  auto const block_of = [](Matrix const& matrix, int row, int column) {
    return Kokkos::subview(matrix, Kokkos::pair(row * side, (row + 1) * side),
                           Kokkos::pair(column * side, (column + 1) * side));
  };
  using Block = decltype(block_of(a, 0, 0));
  std::vector<Pair<Block>> blocks;
  for (int row = 0; row < grid; ++row)
    for (int column = 0; column < grid; ++column)
      blocks.push_back({block_of(b, column, row), block_of(a, row, column)});
  isomer::permute_batch(blocks, {1, 0});
  EXPECT_TRUE(holds_permuted(b, {grid * side, grid * side}, {1, 0}));
}

TEST(PermuteBatch, OfNothingDoesNothing) {
  std::vector<Pair<Cube<float>>> const none;
  isomer::permute_batch(none, {0, 1, 2});
  isomer::permute_batch(Exec(), none, {0, 1, 2}, isomer::Scaling{2.0F});
  auto const plan = isomer::plan_permute_batch(Exec(), none, {0, 1, 2});
  plan.execute(Exec(), none);
  EXPECT_EQ(plan.bytes_read(), 0);
}

TEST(PermuteBatch, Scales) {
  std::vector<int> const axes{2, 1, 0};
  auto const blocks = blocks_of<Cube<std::int32_t>>(mixed, axes);
  auto const expected = blocks_of<Cube<std::int32_t>>(mixed, axes);
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    Kokkos::deep_copy(blocks[k].dst, 5);
    Kokkos::deep_copy(expected[k].dst, 5);
    isomer::permute(expected[k].dst, expected[k].src, axes, isomer::Scaling{3, 2});
  }
  isomer::permute_batch(blocks, axes, isomer::Scaling{3, 2});
  for (std::size_t k = 0; k < blocks.size(); ++k)
    for_each_index(extents_of(blocks[k].dst), [&](Index const& i) {
      ASSERT_EQ(at(blocks[k].dst, i), at(expected[k].dst, i));
    });
  isomer::permute_batch(blocks, axes, isomer::Scaling{1});
  expect_moved(blocks, axes);
}

TEST(BatchPlan, ExecutesListsOfItsShapesInAnyOrderAndNumber) {
  std::vector<int> const axes{1, 2, 0};
  auto const planned = blocks_of<Cube<double>>(mixed, axes);
  Exec const exec;
  auto const plan = isomer::plan_permute_batch(exec, planned, axes);
  std::vector<Index> others(mixed.rbegin(), mixed.rend());
  others.insert(others.end(), 100, {8, 8, 8});
  auto const blocks = blocks_of<Cube<double>>(others, axes);
  for (int repeat = 0; repeat < 3; ++repeat) {
    for (auto const& block : blocks) Kokkos::deep_copy(block.dst, 0);
    plan.execute(exec, blocks);
    exec.fence();
    expect_moved(blocks, axes);
  }
  plan.execute(exec, blocks, isomer::Scaling{1.0, 1.0});
  exec.fence();
  auto const& last = blocks.back();
  EXPECT_EQ(last.dst(7, 0, 3), 2 * last.src(3, 7, 0));
}

TEST(BatchPlan, SaysWhatItWillDo) {
  auto const blocks = blocks_of<Cube<float>>({{16, 16, 16}, {8, 8, 8}, {16, 16, 16}}, {2, 1, 0});
  auto const plan = isomer::plan_permute_batch(Exec(), blocks, {2, 1, 0});
  std::int64_t const bytes = (2 * 16 * 16 * 16 + 8 * 8 * 8) * 4;
  EXPECT_EQ(plan.bytes_read(), bytes);
  EXPECT_EQ(plan.bytes_written(), bytes);
  EXPECT_EQ(plan.passes(), 1);
  EXPECT_GT(plan.predicted_seconds(), 0);
  EXPECT_LT(plan.workspace_bytes(), std::size_t{1} << 26);
  EXPECT_FALSE(plan.schema().empty());
  EXPECT_THAT(plan.describe(), StartsWith("batch: 3 blocks of 2 shapes"));
}

TEST(BatchPlan, OfPartsOfOneArrayKeepsToItsLimitOfWorkspace) {
  using Matrix = UnmanagedView<float, 2, R>;
  auto const src = allocate<Cube<float>>("src", {4, 501, 403});
  auto const dst = allocate<Cube<float>>("dst", {4, 403, 501});
  std::vector<Pair<Matrix>> blocks;
  for (std::size_t k = 0; k < 4; ++k)
    blocks.push_back({Matrix(dst.data() + k * 403 * 501, 403, 501),
                      Matrix(src.data() + k * 403 * 501, 501, 403)});
  isomer::PlanOptions const options{.workspace_limit = 0};
  auto const plan = isomer::plan_permute_batch(Exec(), blocks, {1, 0}, options);
  EXPECT_THAT(plan.describe(), HasSubstr("parts of one array"));
  EXPECT_EQ(plan.workspace_bytes(), 0U);
}

TEST(BatchPlan, RefusesASchemaThatIsNone) {
  auto const blocks = blocks_of<Cube<float>>({{4, 5, 6}}, {2, 1, 0});
  EXPECT_THAT(message_of([&] {
                isomer::plan_permute_batch(Exec(), blocks, {2, 1, 0}, {.schema = "fastest"});
              }),
              StartsWith("isomer::plan_permute_batch: schema is \"fastest\""));
}

TEST(BatchPlan, IsEmptyUntilItIsGivenOneAndOnceItIsMovedFrom) {
  Exec const exec;
  auto const blocks = blocks_of<Cube<double>>({{2, 3, 4}}, {2, 1, 0});
  auto const expect_empty = [&](isomer::BatchPlan const& plan) {
    auto const empty = HasSubstr("the plan is empty, it has to come from a plan_ function");
    EXPECT_THAT(message_of([&] { plan.passes(); }), empty);
    EXPECT_THAT(message_of([&] { plan.execute(exec, blocks); }), empty);
    EXPECT_THAT(message_of([&] { plan.execute(exec, blocks, isomer::Scaling{2.0}); }), empty);
  };
  isomer::BatchPlan plan;
  expect_empty(plan);
  plan = isomer::plan_permute_batch(exec, blocks, {2, 1, 0});
  isomer::BatchPlan const taken = std::move(plan);
  expect_empty(plan);  // NOLINT(bugprone-use-after-move): that is what is tested
  EXPECT_EQ(taken.passes(), 1);
}

TEST(BatchPlan, RefusesAShapeThatWasNotPlanned) {
  auto const planned = blocks_of<Cube<float>>({{4, 5, 6}}, {2, 1, 0});
  auto const plan = isomer::plan_permute_batch(Exec(), planned, {2, 1, 0});
  auto const others = blocks_of<Cube<float>>({{4, 5, 6}, {4, 5, 7}}, {2, 1, 0});
  EXPECT_THAT(
      message_of([&] { plan.execute(Exec(), others); }),
      testing::AllOf(StartsWith("isomer::BatchPlan::execute: list[1] has "), HasSubstr("src 4x5x7"),
                     HasSubstr("the plan is for "), HasSubstr("src 4x5x6")));
}

#if defined(KOKKOS_ENABLE_SERIAL) && \
    (defined(KOKKOS_ENABLE_OPENMP) || defined(KOKKOS_ENABLE_THREADS))
TEST(BatchPlan, RefusesAnotherExecutionSpace) {
  auto const blocks = blocks_of<Cube<float>>({{4, 5, 6}}, {2, 1, 0});
  auto const plan = isomer::plan_permute_batch(Exec(), blocks, {2, 1, 0});
  if constexpr (!std::is_same_v<Exec, Kokkos::Serial>) {
    EXPECT_THAT(message_of([&] { plan.execute(Kokkos::Serial(), blocks); }),
                testing::AllOf(StartsWith("isomer::BatchPlan::execute: "), HasSubstr("Serial"),
                               HasSubstr(Exec::name())));
  }
}
#endif

TEST(PermuteBatch, FindsWhatOverlapsInAPool) {
  constexpr std::size_t blocks = 20, elements = 4 * 5 * 6;
  using Part = UnmanagedView<double, 3, R>;
  ManagedView<double, 1, R> const pool("pool", 2 * blocks * elements);
  auto const dst = [&](std::size_t k) { return Part(pool.data() + k * elements, 6, 5, 4); };
  auto const src = [&](std::size_t k) { return Part(pool.data() + k * elements, 4, 5, 6); };
  std::vector<Pair<Part>> list;
  for (std::size_t k = 0; k < blocks; ++k) {
    list.push_back({dst(k), src(blocks + k)});
    fill_distinct(list.back().src);
  }
  isomer::permute_batch(list, {2, 1, 0});
  expect_moved(list, {2, 1, 0});
  std::vector<Pair<Part>> wrong = list;
  wrong[7].src = src(3);
  EXPECT_EQ(message_of([&] {
              isomer::permute_batch(wrong, {2, 1, 0});
            }),
            "isomer::permute_batch: list[3].dst and list[7].src overlap in memory, no dst may be "
            "where a src is");
  wrong = list;
  wrong[9].dst = Part(pool.data() + 9 * elements - 1, 6, 5, 4);
  EXPECT_EQ(
      message_of([&] {
        isomer::permute_batch(wrong, {2, 1, 0});
      }),
      "isomer::permute_batch: list[8].dst and list[9].dst overlap in memory, every dst has to "
      "have a place of its own");
  wrong = {list.rbegin(), list.rend()};
  for (auto const& block : list) Kokkos::deep_copy(block.dst, 0);
  isomer::permute_batch(wrong, {2, 1, 0});
  expect_moved(list, {2, 1, 0});
}

/// Twenty blocks, of which some are wrong. No destination may have been written.
class WrongBatch : public testing::Test {
 protected:
  using View = Cube<double>;

  WrongBatch() {
    for (auto const& block : blocks) Kokkos::deep_copy(block.dst, -1);
  }

  void refuses(std::string const& text) {
    Axes const axes{2, 1, 0};
    EXPECT_EQ(message_of([&] { isomer::permute_batch(Exec(), blocks, axes); }),
              "isomer::permute_batch: " + text);
    EXPECT_EQ(message_of([&] { isomer::permute_batch(blocks, axes); }),
              "isomer::permute_batch: " + text);
    EXPECT_EQ(message_of([&] { isomer::permute_batch(blocks, axes, isomer::Scaling{2.0}); }),
              "isomer::permute_batch: " + text);
    EXPECT_EQ(message_of([&] { isomer::plan_permute_batch(Exec(), blocks, axes); }),
              "isomer::plan_permute_batch: " + text);
    for (auto const& block : before)
      for_each_index(extents_of(block.dst), [&](Index const& i) {
        ASSERT_EQ(at(block.dst, i), -1) << "a destination was written";
      });
  }

  std::vector<Pair<View>> blocks =
      blocks_of<View>(std::vector<Index>(20, Index{4, 5, 6}), {2, 1, 0});
  std::vector<Pair<View>> const before = blocks;
};

TEST_F(WrongBatch, NamesTheBlockWhoseExtentsDoNotMatch) {
  blocks[17].src = allocate<View>("odd", {4, 5, 7});
  refuses(
      "list[17]: dst \"dst\" has extents 6x5x4, src \"odd\" 4x5x7 with axes {2, 1, 0} needs "
      "7x5x4");
}

TEST_F(WrongBatch, NamesTheBlockThatOverlapsItself) {
  blocks[3] = {View(blocks[3].src.data(), 6, 5, 4), View(blocks[3].src.data(), 4, 5, 6)};
  refuses(
      "list[3]: dst and src overlap in memory, they have to be disjoint (isomer::permute_in_place "
      "works on one view)");
}

TEST_F(WrongBatch, NamesTheBlockWithoutData) {
  blocks[0].src = View(static_cast<double*>(nullptr), 4, 5, 6);
  refuses("list[0]: src has extents 4x5x6 but null data, it has to point to its elements");
}

TEST_F(WrongBatch, NamesBothBlocksWhoseDestinationsOverlap) {
  blocks[17].dst = blocks[2].dst;
  refuses(
      "list[2].dst and list[17].dst overlap in memory, every dst has to have a place of its own");
}

TEST_F(WrongBatch, NamesTheBlockWhoseDestinationIsAnotherOnesSource) {
  blocks[11].dst = View(blocks[4].src.data(), 6, 5, 4);
  refuses("list[11].dst and list[4].src overlap in memory, no dst may be where a src is");
}

TEST_F(WrongBatch, TakesASourceTwice) {
  blocks[11].src = blocks[4].src;
  isomer::permute_batch(blocks, {2, 1, 0});
  expect_moved(blocks, {2, 1, 0});
}

TEST_F(WrongBatch, NamesAxesThatAreNoPermutation) {
  EXPECT_THAT(message_of([&] {
                isomer::permute_batch(blocks, {2, 1, 1});
              }),
              StartsWith("isomer::permute_batch: list[0]: axes {2, 1, 1} is no permutation"));
}

TEST_F(WrongBatch, RefusesAFactorThatTheElementsCannotHold) {
  auto const whole = blocks_of<Cube<int>>({{4, 5, 6}}, {2, 1, 0});
  EXPECT_THAT(message_of([&] {
                isomer::permute_batch(whole, {2, 1, 0}, isomer::Scaling{0.5});
              }),
              StartsWith("isomer::permute_batch: alpha is 0.5"));
}

}  // namespace
}  // namespace isomer::test
