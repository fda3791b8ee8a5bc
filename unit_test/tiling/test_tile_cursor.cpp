// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/tile_cursor.hpp"

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

Places walk(detail::TileGrid const& grid, detail::SliceTables const& tables,
            detail::Share const& share, detail::WorkShares* shares = nullptr, int worker = 0) {
  static char origin;
  detail::TileCursor cursor(grid, tables, &origin, &origin, share);
  if (shares != nullptr) cursor.extend_by(*shares, worker);
  Places places;
  while (cursor.next())
    places.emplace_back(cursor.at_work().src - &origin, cursor.at_work().dst - &origin);
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

TEST(TileCursor, VisitsEveryTileOnceHoweverItIsShared) {
  for_each_slicing(
      [](Case const& c, detail::NormalProblem const& normal, detail::Slice const& slice) {
        detail::SliceTables const tables(normal, slice, tile::avx2_isa,
                                         detail::TileMode{.staged = true});
        auto const order = std::array{detail::Walk::along_input, detail::Walk::along_output,
                                      detail::Walk::as_output}[c.seed % 3];
        detail::TileGrid const grid(normal, slice, tables, order,
                                    static_cast<std::int64_t>(1 + c.seed % 5));
        Places const all = walk(grid, tables, {0, grid.tiles()});
        EXPECT_EQ(static_cast<std::int64_t>(all.size()), grid.tiles());
        std::set<Places::value_type> const places(all.begin(), all.end());
        EXPECT_EQ(places.size(), all.size());
        detail::TileGrid const plain(normal, slice, tables, detail::Walk::along_input, 1);
        Places const expected = walk(plain, tables, {0, plain.tiles()});
        EXPECT_EQ(places, (std::set<Places::value_type>(expected.begin(), expected.end())));
        Places shared;
        for (int worker = 0; worker < 3; ++worker) {
          auto const share = detail::share_of(worker, 3, grid.tiles());
          Places const part = walk(grid, tables, share);
          shared.insert(shared.end(), part.begin(), part.end());
        }
        EXPECT_EQ(shared, all);
      });
}

TEST(TileCursor, ContinuesToTheEndOfTheWorkersShare) {
  for_each_slicing(
      [](Case const& c, detail::NormalProblem const& normal, detail::Slice const& slice) {
        detail::SliceTables const tables(normal, slice, tile::avx2_isa,
                                         detail::TileMode{.staged = true});
        detail::TileGrid const grid(normal, slice, tables, detail::Walk::along_output,
                                    static_cast<std::int64_t>(1 + c.seed % 5));
        auto const own = detail::share_of(1, 2, grid.tiles());
        detail::WorkShares shares(grid.tiles(), 2, grid.min_batch());
        auto const first = shares.take(1);
        EXPECT_EQ(walk(grid, tables, first, &shares, 1), walk(grid, tables, own));
        EXPECT_EQ(shares.take(1).size(), 0);
      });
}

TEST(TileCursor, AsTheOutputLiesNeverGoesBackThere) {
  for_each_slicing([](Case const&, detail::NormalProblem const& normal,
                      detail::Slice const& slice) {
    detail::SliceTables const tables(normal, slice, tile::avx2_isa, detail::TileMode{});
    detail::TileGrid const grid(normal, slice, tables, detail::Walk::as_output, 1);
    Places const all = walk(grid, tables, {0, grid.tiles()});
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end(),
                               [](auto const& a, auto const& b) { return a.second < b.second; }));
  });
}

/// A tile completes the lines of the one before it in its rows of the output, and leaves some to
/// the one behind it, if these are of the same share; the first one completes none.
TEST(TileCursor, ContinuesRunsOfNeighboursWithinAShare) {
  constexpr std::int64_t columns = 300, rows = 203;
  detail::Problem problem;
  problem.element_bytes = 4;
  problem.rank = 2;
  problem.axis[0] = {columns, 1, rows};
  problem.axis[1] = {rows, columns, 1};
  detail::Slice slice;
  slice.extent[0] = 32;
  slice.extent[1] = 64;
  detail::SliceTables const tables(problem, slice, tile::avx2_isa,
                                   detail::TileMode{.staged = true});
  static char origin;
  for (std::int64_t const group : {1, 2, 3})
    for (int const workers : {1, 3}) {
      detail::TileGrid const grid(problem, slice, tables, detail::Walk::along_output, group);
      for (int worker = 0; worker < workers; ++worker) {
        auto const share = detail::share_of(worker, workers, grid.tiles());
        Places const places = walk(grid, tables, share);
        std::set<std::ptrdiff_t> of_share;
        for (auto const& place : places) of_share.insert(place.second);
        for (detail::TileCursor cursor(grid, tables, &origin, &origin, share); cursor.next();) {
          tile::Tile const& tile = cursor.at_work();
          auto const at = tile.dst - &origin;
          auto const row = at / 4 % rows;
          EXPECT_EQ(tile.continues, row > 0 && of_share.contains(at - 64 * 4))
              << group << ": " << at;
          EXPECT_EQ(tile.continued, row + 64 < rows && of_share.contains(at + 64 * 4))
              << group << ": " << at;
        }
      }
    }
}

/// The window shows the tiles that will be at work, in order, as far as its prefetch_tiles.
TEST(TileCursor, ShowsTheTilesToCome) {
  for_each_slicing([](Case const& c, detail::NormalProblem const& normal,
                      detail::Slice const& slice) {
    detail::SliceTables const tables(normal, slice, tile::avx2_isa,
                                     detail::TileMode{.staged = true});
    detail::TileGrid const grid(normal, slice, tables, detail::Walk::along_output, 3);
    auto const prefetch_tiles = static_cast<int>(c.seed % 60);
    Places const all = walk(grid, tables, {0, grid.tiles()});
    static char origin;
    detail::TileCursor cursor(grid, tables, &origin, &origin, {0, grid.tiles()}, prefetch_tiles);
    while (cursor.next()) {
      tile::Window const& window = cursor.window();
      ASSERT_EQ(window.known,
                std::min<long long>(window.at_work + prefetch_tiles + 1, grid.tiles()));
      for (long long k = window.at_work; k < window.known; ++k) {
        Places::value_type const place(window.tile(k).src - &origin, window.tile(k).dst - &origin);
        ASSERT_EQ(place, all[static_cast<std::size_t>(k)]);
      }
    }
  });
}

}  // namespace
}  // namespace isomer::test
