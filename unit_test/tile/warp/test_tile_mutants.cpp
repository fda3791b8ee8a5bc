// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

#include "team/dry_team.hpp"
#include "tile/warp/plan/plan_tile.hpp"
#include "tile_run.hpp"

/// The instruments are judged by what they say of a kernel that is wrong: each operation of the
/// tile kernel is spoilt in each way it can be, and each time something has to be found.
namespace isomer::test {
namespace {

using tile::warp::plan_tile;
using tile::warp::TileGeometry;

class TileMutants : public testing::Test {
 protected:
  std::set<Mutation> all_mutations(TileGeometry const& tile) const {
    std::set<Mutation> all;
    EXPECT_TRUE(moves_on_fibers(ragged, tile, {}, {}, &all));
    return all;
  }

  /// Both sides cut, pitched, more than one axis a block.
  MovedCase ragged{tile_case({3, 100, 90}, {2, 0, 1}, 4, 2, 4)};
};

TEST_F(TileMutants, EveryOneIsReported) {
  auto const tile = plan_tile(ragged.normal);
  ASSERT_TRUE(tile);
  auto tried = expect_all_reported(all_mutations(*tile), [&](auto const&... how) {
    return moves_on_fibers(ragged, *tile, how...);
  });
  EXPECT_EQ(tried[Fault::no_barrier], 2);
  EXPECT_EQ(tried[Fault::no_commit], 1);
  EXPECT_EQ(tried[Fault::no_wait], 1);
  EXPECT_EQ(tried[Fault::never], 2) << "of the copy and the store";
  EXPECT_EQ(tried[Fault::next_shared], 9) << "two puts, a copy, six gets";
  EXPECT_EQ(tried[Fault::next_global], 2);
}

/// Words of 8 bytes do not go through the places of rows.
TEST_F(TileMutants, EveryOneOfLargeWordsIsReported) {
  MovedCase const large(tile_case({3, 100, 90}, {2, 0, 1}, 8, 2, 8));
  auto const tile = plan_tile(large.normal);
  ASSERT_TRUE(tile);
  std::set<Mutation> all;
  ASSERT_TRUE(moves_on_fibers(large, *tile, {}, {}, &all));
  auto tried = expect_all_reported(
      all, [&](auto const&... how) { return moves_on_fibers(large, *tile, how...); });
  EXPECT_EQ(tried[Fault::never], 2) << "of the copy and the store";
  EXPECT_EQ(tried[Fault::next_shared], 5) << "a put, a copy, three gets";
}

TEST_F(TileMutants, APitchWithoutThePadIsSeenInTheBanks) {
  MovedCase const moved(tile_case({128, 128}, {1, 0}, 16));
  auto tile = plan_tile(moved.normal);
  ASSERT_TRUE(tile);
  auto const most_wavefronts = [&] {
    using Kernel = tile::warp::TileKernel<16>;
    team::DryRun run(Kernel::threads, Kernel::shared_bytes(*tile));
    run.block(Kernel{*tile, {nullptr, nullptr}, {}}, 0, tile->blocks);
    std::int64_t most = 0;
    for (team::SiteAudit const& site : run.audit().sites)
      most = std::max(most, site.wavefronts / std::max<std::int64_t>(1, site.fewest_wavefronts));
    return most;
  };
  EXPECT_EQ(most_wavefronts(), 1);
  tile->pitch = tile->cols * 16;
  EXPECT_EQ(most_wavefronts(), 8);
  EXPECT_TRUE(moves_on_fibers(moved, *tile, {})) << "it is slow, not wrong";
}

TEST_F(TileMutants, AGeometryThatIsWrongByOneIsReported) {
  auto const right = plan_tile(ragged.normal);
  ASSERT_TRUE(right);
  ASSERT_TRUE(moves_on_fibers(ragged, *right, {}));
  auto const is_reported = [&](auto const& spoil) {
    TileGeometry wrong = *right;
    spoil(wrong);
    return !moves_on_fibers(ragged, wrong, {});
  };
  EXPECT_TRUE(is_reported([](TileGeometry& tile) { ++tile.last_rows; }));
  EXPECT_TRUE(is_reported([](TileGeometry& tile) { --tile.last_rows; }));
  EXPECT_TRUE(is_reported([](TileGeometry& tile) { ++tile.last_cols; }));
  EXPECT_TRUE(is_reported([](TileGeometry& tile) { --tile.last_cols; }));
  EXPECT_TRUE(is_reported([](TileGeometry& tile) { tile.pitch -= 32; }));
  EXPECT_TRUE(is_reported([](TileGeometry& tile) { --tile.blocks; }));
  EXPECT_TRUE(is_reported([](TileGeometry& tile) { tile.block[0].src += 4; }));
  EXPECT_TRUE(is_reported([](TileGeometry& tile) { tile.run[0].step += 4; }));
}

}  // namespace
}  // namespace isomer::test
