// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "support/case.hpp"
#include "team/launch.hpp"
#include "tile/warp/plan/plan_tile.hpp"
#include "tile16_run.hpp"

/// The kernel of vector tiles against the oracle: on fibers, where nothing may be found wrong with
/// it, and on a host's team of one thread.
namespace isomer::test {
namespace {

using tile::warp::plan_tile16;
using tile::warp::Tile16Kernel;
using tile::warp::VectorTileGeometry;

class Tile16 : public testing::TestWithParam<int> {
 protected:
  static int word() { return GetParam(); }
  static int vector() { return 16 / word(); }
};

/// Sides of one vector, of a few, of more than a warp has lanes, and of the largest tile, with
/// edges that are cut on either side or both.
TEST_P(Tile16, MovesTilesOfEverySizeWithRaggedEdges) {
  std::uint64_t number = 0;
  for (int const rows : {1, 3, 4, 8})
    for (int const cols : {1, 2, 5, 8})
      for (int const rank : {2, 3, 4}) {
        ++number;
        Index extent(static_cast<std::size_t>(rank), 2);
        extent.back() = (cols + 1 + cols / 3) * vector();
        extent.front() = (rows + 1 + rows / 3) * vector();
        std::vector<int> axes(static_cast<std::size_t>(rank));
        std::iota(axes.rbegin(), axes.rend(), 0);
        // A gap keeps the runs to one axis.
        MovedCase const moved(tile_case(extent, axes, word(), vector(), 16));
        auto const geometry =
            plan_tile16(moved.normal, {rows * vector(), cols * vector(), 0, false});
        ASSERT_TRUE(geometry);
        EXPECT_EQ(geometry->tile.rows, rows * vector());
        EXPECT_EQ(geometry->tile.cols, cols * vector());
        EXPECT_TRUE(vectors_move_on_fibers(moved, *geometry, in_any_order(number)))
            << rows << " x " << cols << " vectors, rank " << rank;
      }
}

TEST_P(Tile16, MovesWholeTiles) {
  MovedCase const moved(tile_case({200 * vector() / 2, 17 * vector()}, {1, 0}, word()));
  auto const geometry = plan_tile16(moved.normal);
  ASSERT_TRUE(geometry);
  EXPECT_TRUE(vectors_move_on_fibers(moved, *geometry, in_any_order(3)));
}

/// Runs that end after a few vectors go on along other axes, of which some are cut.
TEST_P(Tile16, MakesLongRunsOfPieces) {
  std::uint64_t number = 0;
  for (int const rows : {1, 2, 3})
    for (int const cols : {1, 2, 3})
      for (Index const& others : {Index{5}, Index{3, 7}, Index{2, 3, 2}}) {
        ++number;
        auto const outer = static_cast<int>(others.size());
        Index extent = others;
        extent.insert(extent.end(), {rows * vector(), cols * vector()});
        std::vector<int> axes(others.size());
        std::iota(axes.rbegin(), axes.rend(), 0);
        axes.insert(axes.end(), {outer + 1, outer});
        int const gap = static_cast<int>(number % 2) * vector();
        MovedCase const moved(tile_case(extent, axes, word(), gap, 16));
        auto const geometry =
            plan_tile16(moved.normal, {4 * vector(), 6 * vector(), 0, number % 3 > 0});
        ASSERT_TRUE(geometry);
        EXPECT_GT(geometry->tile.cols, cols * vector());
        EXPECT_EQ(geometry->tile.rows > rows * vector(), rows < 3 && outer > 1);
        EXPECT_TRUE(vectors_move_on_fibers(moved, *geometry, in_any_order(number)))
            << rows << " x " << cols << " vectors, " << outer << " other axes";
      }
}

/// Random tensors of which the fastest extent on either side is a multiple of a vector.
TEST_P(Tile16, MovesRandomTensorsAsTheOracleDoes) {
  int moved_cases = 0;
  std::mt19937 random(21);
  for (int trial = 0; trial < case_count(150); ++trial) {
    auto const rank = 2 + random() % 4;
    Index extent;
    std::vector<int> axes;
    for (unsigned k = 0; k < rank; ++k) {
      extent.push_back(1 + random() % 3);
      axes.push_back(static_cast<int>(k));
    }
    std::shuffle(axes.begin(), axes.end(), random);
    extent.back() = vector() * (1 + random() % 7);
    auto& fastest_of_output = extent[static_cast<std::size_t>(axes.back())];
    fastest_of_output = vector() * (1 + random() % 7);
    int const gap = static_cast<int>(random() % 2) * vector();
    MovedCase const moved(tile_case(extent, axes, word(), gap, 16 * (trial % 3)));
    auto const geometry = plan_tile16(moved.normal, {.min_run_bytes = 0});
    if (!geometry || moved.normal.element_bytes != word() || geometry->tile.blocks > 64) continue;
    ++moved_cases;
    EXPECT_TRUE(vectors_move_on_fibers(moved, *geometry,
                                       in_any_order(static_cast<std::uint64_t>(moved_cases))))
        << "trial " << trial;
  }
  EXPECT_GT(moved_cases, case_count(150) / 4);
}

TEST_P(Tile16, RunsBlocksInEveryOrder) {
  MovedCase const moved(tile_case({18 * vector(), 19 * vector()}, {1, 0}, word(), vector(), 16));
  auto const geometry = plan_tile16(moved.normal, {4 * vector(), 4 * vector(), 0, true});
  ASSERT_TRUE(geometry);
  for (std::uint64_t number = 0; number < 16; ++number)
    EXPECT_TRUE(vectors_move_on_fibers(moved, *geometry, in_any_order(number))) << number;
}

TEST_P(Tile16, MovesOnATeamOfOneThread) {
  using HostExec = Kokkos::DefaultHostExecutionSpace;
  int moved_cases = 0;
  for (int const rows : {5, 16, 40})
    for (int const cols : {4, 9, 33})
      for (int const middle : {1, 3}) {
        MovedCase const moved(tile_case({rows * vector(), middle, cols * vector()}, {2, 1, 0},
                                        word(), (rows + cols) % 2 * vector(), 16));
        auto const geometry = plan_tile16(moved.normal);
        if (!geometry) continue;
        ++moved_cases;
        GuardedArray const dst(moved.dst);
        with_tile16_kernel(
            moved.normal, *geometry, dst.data(), moved.src.data(), [&](auto const& kernel) {
              team::launch(HostExec(),
                           team::Launch{.label = "tile16",
                                        .teams = geometry->tile.blocks,
                                        .scratch_bytes = kernel.shared_bytes(*geometry)},
                           kernel);
              HostExec().fence();
            });
        EXPECT_TRUE(same_bytes(dst, moved.expected));
      }
  EXPECT_EQ(moved_cases, 18);
}

INSTANTIATE_TEST_SUITE_P(Words, Tile16, testing::Values(1, 2, 4, 8), [](auto const& word) {
  return "Of" + std::to_string(word.param) + "Bytes";
});

}  // namespace
}  // namespace isomer::test
