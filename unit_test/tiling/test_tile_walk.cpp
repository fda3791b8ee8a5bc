// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/tile_walk.hpp"

#include <gtest/gtest.h>

#include <isomer/detail/describe.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "problem/normalize.hpp"
#include "support/case.hpp"
#include "support/guarded_array.hpp"
#include "team/work_shares.hpp"
#include "tiling/taxonomy.hpp"

namespace isomer::test {
namespace {

using Places = std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>>;

Places walk(detail::TileGrid const& grid, detail::TilePrograms const& programs,
            detail::Share const& share, detail::WorkShares* shares = nullptr, int worker = 0) {
  static char origin;
  detail::TileWalk walk(grid, programs, &origin, &origin, share);
  if (shares != nullptr) walk.extend_by(*shares, worker);
  Places places;
  for (tile::Tile tile; detail::TileWalk::next(&walk, &tile);)
    places.emplace_back(tile.src - &origin, tile.dst - &origin);
  return places;
}

/// Calls visit(case, problem, slice) for random problems that can be cut into tiles.
template <class Visit>
void for_each_slicing(Visit const& visit) {
  for_each_case(300, {.max_bytes = 32 * 1024}, [&](Case const& c) {
    GuardedArray const dst(c.dst_shape(), 0), src(c.src_shape(), 0);
    auto const normal =
        detail::normalize(detail::describe("test", dst.info(), src.info(), to_axes(c.axes)));
    if (detail::volume_bytes(normal) != 0 &&
        detail::is_admissible(detail::Schema::orthogonal_distinct, normal))
      visit(c, normal, detail::grow_slice(normal, {64, 64, 1024}));
  });
}

TEST(TileWalk, VisitsEveryTileOnceHoweverItIsShared) {
  for_each_slicing([](Case const& c, detail::Problem const& normal, detail::Slice const& slice) {
    detail::TilePrograms const programs(normal, slice, tile::avx2_isa,
                                        detail::TileMode{.staged = true});
    auto const order = std::array{detail::Walk::along_input, detail::Walk::along_output,
                                  detail::Walk::as_output}[c.seed % 3];
    detail::TileGrid const grid(normal, slice, programs, order,
                                static_cast<std::int64_t>(1 + c.seed % 5));
    Places const all = walk(grid, programs, {0, grid.tiles()});
    EXPECT_EQ(static_cast<std::int64_t>(all.size()), grid.tiles());
    EXPECT_EQ((std::set<Places::value_type>(all.begin(), all.end()).size()), all.size());
    Places shared;
    for (int worker = 0; worker < 3; ++worker) {
      auto const share = detail::share_of(worker, 3, grid.tiles());
      Places const part = walk(grid, programs, share);
      shared.insert(shared.end(), part.begin(), part.end());
    }
    EXPECT_EQ(shared, all);
  });
}

TEST(TileWalk, GoesOnToTheEndOfTheWorkersShare) {
  for_each_slicing([](Case const& c, detail::Problem const& normal, detail::Slice const& slice) {
    detail::TilePrograms const programs(normal, slice, tile::avx2_isa,
                                        detail::TileMode{.staged = true});
    detail::TileGrid const grid(normal, slice, programs, detail::Walk::along_output,
                                static_cast<std::int64_t>(1 + c.seed % 5));
    auto const own = detail::share_of(1, 2, grid.tiles());
    detail::WorkShares shares(grid.tiles(), 2, grid.least_batch());
    auto const first = shares.take(1);
    EXPECT_EQ(walk(grid, programs, first, &shares, 1), walk(grid, programs, own));
    EXPECT_EQ(shares.take(1).size(), 0);
  });
}

TEST(TileWalk, AsTheOutputLiesNeverGoesBackThere) {
  for_each_slicing([](Case const&, detail::Problem const& normal, detail::Slice const& slice) {
    detail::TilePrograms const programs(normal, slice, tile::avx2_isa, detail::TileMode{});
    detail::TileGrid const grid(normal, slice, programs, detail::Walk::as_output, 1);
    Places const all = walk(grid, programs, {0, grid.tiles()});
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end(),
                               [](auto const& a, auto const& b) { return a.second < b.second; }));
  });
}

}  // namespace
}  // namespace isomer::test
