// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "support/case.hpp"
#include "support/column_major.hpp"
#include "team/launch.hpp"
#include "tile/warp/plan/plan_tile.hpp"
#include "tile_run.hpp"

/// The tile kernel against the oracle: on fibers, where nothing may be found wrong with it, and on
/// a host's team of one thread.
namespace isomer::test {
namespace {

using tile::warp::max_side;
using tile::warp::pitch_of_words;
using tile::warp::plan_tile;
using tile::warp::TileGeometry;
using tile::warp::TileLimits;

constexpr int sides[] = {1, 31, 32, 33, 64};

std::string name_of_rank(testing::TestParamInfo<int> const& rank) {
  return "Rank" + std::to_string(rank.param);
}

bool begins_on_a_word(MovedCase const& moved) {
  auto const word = static_cast<std::uintptr_t>(moved.normal.element_bytes);
  return (reinterpret_cast<std::uintptr_t>(moved.src.data()) |
          reinterpret_cast<std::uintptr_t>(moved.dst.data())) %
             word ==
         0;
}

class TileOnFibers : public testing::TestWithParam<int> {};

/// Axes are reversed, and the fastest and slowest are a third longer than a tile's side, so that
/// tiles are whole, cut on either side, and on both.
TEST_P(TileOnFibers, MovesTilesOfEverySizeWithRaggedEdges) {
  int const rank = GetParam();
  std::uint64_t number = 0;
  for (int const rows : sides)
    for (int const cols : sides) {
      int const word = 1 << number++ % 5;
      Index extent(static_cast<std::size_t>(rank), 2);
      extent.back() = cols + 1 + cols / 3;
      extent.front() = rows + 1 + rows / 3;
      std::vector<int> axes(static_cast<std::size_t>(rank));
      std::iota(axes.rbegin(), axes.rend(), 0);
      // A gap keeps the runs to one axis.
      MovedCase const moved(tile_case(extent, axes, word, 1, word));
      auto const tile = plan_tile(moved.normal, {rows, cols, 0, false});
      ASSERT_TRUE(tile);
      EXPECT_EQ(tile->rows, std::min(rows, max_side(word)));
      if (tile->rows * pitch_of_words(word, cols * word) <= 18 << 10) {
        EXPECT_EQ(tile->cols, std::min(cols, max_side(word)));
      }
      EXPECT_TRUE(moves_on_fibers(moved, *tile, in_any_order(number)))
          << word << " bytes, " << rows << " x " << cols;
    }
}

TEST_P(TileOnFibers, MovesRandomTensorsAsTheOracleDoes) {
  int moved_cases = 0;
  for (int const word : {1, 2, 4, 8, 16}) {
    CaseRange const range{.min_rank = GetParam(),
                          .max_rank = GetParam(),
                          .max_bytes = 24 * 1024,
                          .element_bytes = {word},
                          .alignment = word};
    for_each_moved_case(80, range, [&](MovedCase const& moved) {
      // Normalizing may have made wider words than the arrays are aligned to.
      if (!begins_on_a_word(moved)) return;
      auto const tile = plan_tile(moved.normal, {.min_run_bytes = 0});
      if (!tile || tile->blocks > 64) return;
      ++moved_cases;
      EXPECT_TRUE(
          moves_on_fibers(moved, *tile, in_any_order(static_cast<std::uint64_t>(moved_cases))));
    });
  }
  EXPECT_GT(moved_cases, case_count(80) / 8);
}

INSTANTIATE_TEST_SUITE_P(Ranks, TileOnFibers, testing::Range(2, 7), name_of_rank);

TEST(TileOnFibers, MovesTenAxes) {
  // More than a View has.
  std::vector<std::int64_t> const extents{2, 3, 2, 2, 2, 2, 3, 2, 2, 3};
  detail::Problem const normal = column_major(extents, {9, 8, 7, 6, 5, 4, 3, 2, 1, 0}, 8);
  ASSERT_EQ(normal.rank, 10);
  auto const tile = plan_tile(normal, {.min_run_bytes = 0});
  ASSERT_TRUE(tile);
  std::size_t const words = 2 * 3 * 2 * 2 * 2 * 2 * 3 * 2 * 2 * 3;
  std::vector<std::uint64_t> src(words);
  std::vector<std::uint64_t> dst(words);
  std::iota(src.begin(), src.end(), 0);
  Findings const found = run_on_fibers(
      normal, *tile, reinterpret_cast<std::byte*>(dst.data()), std::vector<bool>(8 * words, true),
      reinterpret_cast<std::byte const*>(src.data()), 8 * words, {});
  EXPECT_TRUE(found.empty()) << found;
  for (std::size_t number = 0; number < words; ++number) {
    std::size_t rest = number;
    std::size_t to = 0;
    for (std::int64_t const extent : extents) {
      to = to * static_cast<std::size_t>(extent) + rest % static_cast<std::size_t>(extent);
      rest /= static_cast<std::size_t>(extent);
    }
    ASSERT_EQ(dst[to], number);
  }
}

TEST(TileOnFibers, RunsBlocksInEveryOrder) {
  MovedCase const moved(tile_case({130, 150}, {1, 0}, 4, 3, 8));
  auto const tile = plan_tile(moved.normal);
  ASSERT_TRUE(tile);
  for (std::uint64_t number = 0; number < 40; ++number)
    EXPECT_TRUE(moves_on_fibers(moved, *tile, in_any_order(number))) << number;
}

using HostExec = Kokkos::DefaultHostExecutionSpace;

template <class Kernel>
void run_on_host(Kernel const& kernel) {
  team::launch(HostExec(),
               team::Launch{.label = "tile",
                            .teams = kernel.tile.blocks,
                            .scratch_bytes = Kernel::shared_bytes(kernel.tile)},
               kernel);
  HostExec().fence();
}

TEST(TileOnAHostTeam, MovesRandomTensorsAsTheOracleDoes) {
  int moved_cases = 0;
  for (int const word : {1, 2, 4, 8, 16}) {
    CaseRange const range{.min_rank = 2, .max_rank = 6, .element_bytes = {word}, .alignment = word};
    for_each_moved_case(200, range, [&](MovedCase const& moved) {
      if (!begins_on_a_word(moved)) return;
      auto const tile = plan_tile(moved.normal, {.min_run_bytes = 0});
      if (!tile) return;
      ++moved_cases;
      GuardedArray const dst(moved.dst);
      with_tile_kernel(moved.normal, *tile, dst.data(), moved.src.data(),
                       [](auto const& kernel) { run_on_host(kernel); });
      EXPECT_TRUE(same_bytes(dst, moved.expected));
    });
  }
  EXPECT_GT(moved_cases, case_count(200));
}

}  // namespace
}  // namespace isomer::test
