// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "slice_run.hpp"
#include "support/case.hpp"
#include "support/column_major.hpp"
#include "team/launch.hpp"

/// The slice kernel against the oracle: on fibers, where nothing may be found wrong with it, and on
/// a host's team of one thread.
namespace isomer::test {
namespace {

using detail::SliceSize;
using tile::warp::max_slice_shared_bytes;
using tile::warp::plan_slices;
using tile::warp::SliceGeometry;

constexpr SliceSize sizes[] = {
    {128, 128, 16384, 16384}, {64, 64, 1024}, {16, 48, 256}, {256, 16, 2048}, {1, 1, 1}};

class SlicesOnFibers : public testing::TestWithParam<int> {};

/// Random strides, and so sides that are not contiguous, and addresses of any alignment.
TEST_P(SlicesOnFibers, MoveRandomTensorsAsTheOracleDoes) {
  int moved_cases = 0;
  std::uint64_t number = 0;
  for (int const word : {1, 2, 4, 8, 16}) {
    CaseRange const range{.min_rank = GetParam(),
                          .max_rank = GetParam(),
                          .max_bytes = 3000 * word,
                          .element_bytes = {word}};
    for_each_moved_case(30, range, [&](MovedCase const& moved) {
      detail::NormalProblem const normal = moved.normal;
      if (normal.rank > SliceGeometry::max_axes) return;
      detail::Slice const slice = slice_of(normal, sizes[++number % std::size(sizes)]);
      if (detail::tile_count(normal, slice) > 200) return;
      ++moved_cases;
      auto const slices = plan_slices(normal, slice.extent, unit_of(moved, moved.dst.data()));
      ASSERT_TRUE(slices);
      EXPECT_LE(slices->shared_bytes, max_slice_shared_bytes);
      EXPECT_TRUE(slices_move_on_fibers(moved, *slices, in_any_order(number)));
    });
  }
  EXPECT_GT(moved_cases, case_count(30) * 5 / 3);
}

INSTANTIATE_TEST_SUITE_P(Ranks, SlicesOnFibers, testing::Range(1, 7),
                         [](auto const& rank) { return "Rank" + std::to_string(rank.param); });

TEST(SlicesOnFibers, MoveWordsThatAreLessAlignedThanTheirSize) {
  for (int const word : {2, 4, 8, 16})
    for (int unit = 1; unit <= word; unit *= 2) {
      MovedCase const moved(tile_case({3, 21, 50}, {2, 0, 1}, word, 1, unit % word));
      ASSERT_EQ(unit_of(moved, moved.dst.data()), unit);
      detail::NormalProblem const normal = moved.normal;
      auto const slices = plan_slices(normal, slice_of(normal, sizes[0]).extent, unit);
      ASSERT_TRUE(slices);
      EXPECT_TRUE(slices_move_on_fibers(moved, *slices, {})) << word << " by " << unit;
    }
}

TEST(SlicesOnFibers, RunBlocksInEveryOrder) {
  MovedCase const moved(tile_case({13, 5, 70}, {1, 2, 0}, 4, 3, 8));
  detail::NormalProblem const normal = moved.normal;
  auto const slices = plan_slices(normal, slice_of(normal, sizes[1]).extent, 4);
  ASSERT_TRUE(slices);
  ASSERT_GT(slices->blocks, 7);
  for (std::uint64_t number = 0; number < 40; ++number)
    EXPECT_TRUE(slices_move_on_fibers(moved, *slices, in_any_order(number))) << number;
}

/// All permutations of four axes, whose slices take the same axes for both sides.
TEST(SlicesOnFibers, MoveEveryPermutationOfRankFour) {
  std::vector<int> axes{0, 1, 2, 3};
  do {
    for (Index const& extent : {Index{5, 3, 2, 4}, Index{9, 2, 33, 3}}) {
      MovedCase const moved(tile_case(extent, axes, 4));
      detail::NormalProblem const normal = moved.normal;
      auto const slices =
          plan_slices(normal, slice_of(normal, sizes[0]).extent, unit_of(moved, moved.dst.data()));
      ASSERT_TRUE(slices);
      EXPECT_TRUE(slices_move_on_fibers(moved, *slices, {}));
    }
  } while (std::next_permutation(axes.begin(), axes.end()));
}

/// A problem of our own, with words of 8 bytes: what each word of the destination is.
Findings move_words(detail::NormalProblem const& normal, std::vector<std::uint64_t>& dst,
                    std::vector<std::uint64_t> const& src) {
  auto const slices = plan_slices(normal, slice_of(normal, sizes[0]).extent, 8);
  EXPECT_TRUE(slices);
  Findings findings("slices");
  GlobalMemory memory(findings);
  auto* const to = reinterpret_cast<std::byte*>(dst.data());
  auto const* const from = reinterpret_cast<std::byte const*>(src.data());
  memory.add_source("src", from, 8 * src.size());
  memory.add_destination("dst", to, std::vector<bool>(8 * dst.size(), true));
  with_slice_kernel(*slices, 8, to, from,
                    [&](auto const& kernel) { kernel_on_fibers(kernel, memory, findings, {}); });
  return findings;
}

TEST(SlicesOnFibers, MoveTenAxes) {
  // More than a View has.
  std::vector<std::int64_t> const extents{2, 3, 2, 2, 2, 2, 3, 2, 2, 3};
  detail::NormalProblem const normal = column_major(extents, {9, 8, 7, 6, 5, 4, 3, 2, 1, 0}, 8);
  ASSERT_EQ(normal.rank, 10);
  std::vector<std::uint64_t> src(2 * 3 * 2 * 2 * 2 * 2 * 3 * 2 * 2 * 3);
  std::vector<std::uint64_t> dst(src.size());
  std::iota(src.begin(), src.end(), 0);
  Findings const found = move_words(normal, dst, src);
  EXPECT_TRUE(found.empty()) << found;
  for (std::size_t number = 0; number < src.size(); ++number) {
    std::size_t rest = number;
    std::size_t to = 0;
    for (std::int64_t const extent : extents) {
      to = to * static_cast<std::size_t>(extent) + rest % static_cast<std::size_t>(extent);
      rest /= static_cast<std::size_t>(extent);
    }
    ASSERT_EQ(dst[to], number);
  }
}

TEST(SlicesOnFibers, ReadABroadcastSourceOnceForEachWordWritten) {
  detail::Problem problem;
  problem.element_bytes = 8;
  problem.rank = 2;
  problem.axis[0] = {40, 0, 1};
  problem.axis[1] = {30, 1, 40};
  std::vector<std::uint64_t> src(30);
  std::vector<std::uint64_t> dst(40 * 30);
  std::iota(src.begin(), src.end(), 100);
  Findings const found = move_words(detail::normalize(problem), dst, src);
  EXPECT_TRUE(found.empty()) << found;
  for (std::size_t k = 0; k < dst.size(); ++k) ASSERT_EQ(dst[k], src[k / 40]);
}

TEST(SlicesOnAHostTeam, MoveRandomTensorsAsTheOracleDoes) {
  using HostExec = Kokkos::DefaultHostExecutionSpace;
  int moved_cases = 0;
  for_each_moved_case(400, {.max_bytes = 16 * 1024}, [&](MovedCase const& moved) {
    detail::NormalProblem const normal = moved.normal;
    if (normal.rank > SliceGeometry::max_axes) return;
    GuardedArray const dst(moved.dst);
    int const unit = unit_of(moved, dst.data());
    auto const slices =
        plan_slices(normal, slice_of(normal, sizes[moved_cases++ % std::size(sizes)]).extent, unit);
    ASSERT_TRUE(slices);
    with_slice_kernel(*slices, unit, dst.data(), moved.src.data(), [](auto const& kernel) {
      team::launch(HostExec(),
                   team::Launch{.label = "slices",
                                .teams = kernel.slices.blocks,
                                .scratch_bytes = kernel.slices.shared_bytes},
                   kernel);
    });
    HostExec().fence();
    EXPECT_TRUE(same_bytes(dst, moved.expected));
  });
  EXPECT_GT(moved_cases, case_count(400) / 2);
}

}  // namespace
}  // namespace isomer::test
