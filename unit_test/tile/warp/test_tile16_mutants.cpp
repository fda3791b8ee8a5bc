// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "team/dry_team.hpp"
#include "tile/warp/plan/plan_tile.hpp"
#include "tile16_run.hpp"

/// Each operation of the kernel of vector tiles is spoilt in each way it can be, and each number of
/// its geometry by one; each time something has to be found.
namespace isomer::test {
namespace {

using tile::warp::plan_tile16;
using tile::warp::VectorTileGeometry;

class VectorTileMutants : public testing::TestWithParam<int> {
 protected:
  static MovedCase ragged() {
    int const vector = 16 / GetParam();
    return MovedCase(tile_case({2, 6 * vector, 7 * vector}, {2, 0, 1}, GetParam(), vector, 16));
  }
  static VectorTileGeometry tiles_of(MovedCase const& moved) {
    int const vector = 16 / GetParam();
    auto const geometry = plan_tile16(moved.normal, {4 * vector, 4 * vector, 0, false});
    EXPECT_TRUE(geometry);
    return *geometry;
  }
};

TEST_P(VectorTileMutants, EveryOneIsReported) {
  MovedCase const moved = ragged();
  VectorTileGeometry const geometry = tiles_of(moved);
  std::set<Mutation> all;
  ASSERT_TRUE(vectors_move_on_fibers(moved, geometry, {}, {}, &all));
  auto tried = expect_all_reported(
      all, [&](auto const&... how) { return vectors_move_on_fibers(moved, geometry, how...); });
  EXPECT_EQ(tried[Fault::no_barrier], 2);
  EXPECT_EQ(tried[Fault::no_commit], 1);
  EXPECT_EQ(tried[Fault::no_wait], 1);
  EXPECT_EQ(tried[Fault::never], 2) << "of the copy and the store";
  EXPECT_EQ(tried[Fault::next_shared], 5) << "a put, a copy, three gets";
  EXPECT_EQ(tried[Fault::next_global], 2);
}

TEST_P(VectorTileMutants, AGeometryThatIsWrongByOneIsReported) {
  MovedCase const moved = ragged();
  VectorTileGeometry const right = tiles_of(moved);
  ASSERT_TRUE(vectors_move_on_fibers(moved, right, {}));
  int const vector = 16 / GetParam();
  auto const is_reported = [&](auto const& spoil) {
    VectorTileGeometry wrong = right;
    spoil(wrong);
    return !vectors_move_on_fibers(moved, wrong, {});
  };
  EXPECT_TRUE(is_reported([&](auto& wrong) { wrong.tile.last_rows += vector; }));
  EXPECT_TRUE(is_reported([&](auto& wrong) { wrong.tile.last_rows -= vector; }));
  EXPECT_TRUE(is_reported([&](auto& wrong) { wrong.tile.last_cols += vector; }));
  EXPECT_TRUE(is_reported([&](auto& wrong) { wrong.tile.last_cols -= vector; }));
  EXPECT_TRUE(is_reported([](auto& wrong) { wrong.tile.pitch -= 128; }));
  EXPECT_TRUE(is_reported([](auto& wrong) { --wrong.tile.blocks; }));
  EXPECT_TRUE(is_reported([](auto& wrong) { wrong.tile.block[0].src += 16; }));
  EXPECT_TRUE(is_reported([](auto& wrong) { wrong.tile.run[0].step += 16; }));
  for (auto const run : {&VectorTileGeometry::row, &VectorTileGeometry::column})
    EXPECT_TRUE(is_reported([run](auto& wrong) {
      auto& pieces = wrong.*run;
      pieces.vectors = tile::warp::Magic(pieces.vectors.divisor - 1);
    }));
}

/// Without the swizzle eight lanes would meet in four banks.
TEST_P(VectorTileMutants, VectorsOfAColumnMeetInNoBank) {
  int const word = GetParam();
  int const side = 64 * 16 / word;
  MovedCase const moved(tile_case({side / 8, side / 8}, {1, 0}, word));
  auto const geometry = plan_tile16(moved.normal);
  ASSERT_TRUE(geometry);
  with_tile16_kernel(moved.normal, *geometry, nullptr, nullptr, [&](auto const& kernel) {
    team::DryRun run(kernel.threads, kernel.shared_bytes(*geometry));
    run.block(kernel, 0, geometry->tile.blocks);
    EXPECT_DOUBLE_EQ(run.audit().wavefront_ratio(), 1);
  });
}

INSTANTIATE_TEST_SUITE_P(Words, VectorTileMutants, testing::Values(1, 2, 4, 8),
                         [](auto const& word) {
                           return "Of" + std::to_string(word.param) + "Bytes";
                         });

}  // namespace
}  // namespace isomer::test
