// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "in_place/square/pair_order.hpp"

namespace isomer::in_place {
namespace {

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

Pairs pairs(std::int64_t tiles, std::int64_t begin, std::int64_t end) {
  Pairs seen;
  auto visit = [&](std::int64_t i, std::int64_t j, std::int64_t count) {
    for (std::int64_t k = 0; k < count; ++k) seen.emplace_back(i, j + k);
  };
  PairOrder order(begin, end, visit);
  order.triangle(0, tiles);
  return seen;
}

TEST(PairOrder, VisitsEveryPairOnce) {
  for (std::int64_t tiles = 1; tiles <= 20; ++tiles) {
    auto const all = pairs(tiles, 0, PairOrder<int>::count(tiles));
    std::set<std::pair<std::int64_t, std::int64_t>> const distinct(all.begin(), all.end());
    EXPECT_EQ(static_cast<std::int64_t>(all.size()), tiles * (tiles + 1) / 2);
    EXPECT_EQ(distinct.size(), all.size());
    for (auto const& [i, j] : all) EXPECT_TRUE(0 <= i && i <= j && j < tiles);
  }
}

TEST(PairOrder, CanBeCutAnywhere) {
  for (std::int64_t const tiles : {1, 2, 7, 13}) {
    auto const count = PairOrder<int>::count(tiles);
    auto const all = pairs(tiles, 0, count);
    for (std::int64_t begin = 0; begin <= count; ++begin)
      for (std::int64_t end = begin; end <= count; ++end)
        EXPECT_EQ(pairs(tiles, begin, end), Pairs(all.begin() + begin, all.begin() + end));
  }
}

TEST(PairOrder, IsTwoTrianglesAndTheRectangleBetweenThem) {
  for (std::int64_t tiles = 1; tiles <= 20; ++tiles) {
    std::set<std::pair<std::int64_t, std::int64_t>> seen;
    std::int64_t visited = 0;
    auto visit = [&](std::int64_t i, std::int64_t j, std::int64_t count) {
      for (std::int64_t k = 0; k < count; ++k) seen.emplace(i, j + k);
      visited += count;
    };
    std::int64_t const half = tiles / 2;
    PairOrder triangles(0, PairOrder<int>::count(tiles), visit);
    triangles.triangle(0, half);
    triangles.triangle(half, tiles - half);
    EXPECT_EQ(visited, PairOrder<int>::count(half) + PairOrder<int>::count(tiles - half));
    PairOrder rectangle(0, half * (tiles - half), visit);
    rectangle.rectangle(0, half, half, tiles - half);
    EXPECT_EQ(visited, PairOrder<int>::count(tiles));
    EXPECT_EQ(static_cast<std::int64_t>(seen.size()), visited);
  }
}

TEST(PairOrder, StaysNearWhereItWas) {
  // Of a recursive halving, a quarter of the pairs touches about half of the tiles in either
  // direction; row by row it would be nearly all columns.
  auto const all = pairs(64, 0, PairOrder<int>::count(64));
  std::set<std::int64_t> rows, columns;
  for (std::size_t k = 0; k < 256; ++k) {
    rows.insert(all[k].first);
    columns.insert(all[k].second);
  }
  EXPECT_LE(rows.size(), 32U);
  EXPECT_LE(columns.size(), 32U);
}

TEST(PairOrder, EndsWithRunsOfOneRow) {
  std::int64_t runs = 0;
  auto visit = [&](std::int64_t i, std::int64_t j, std::int64_t count) {
    EXPECT_GE(count, 1);
    EXPECT_LE(count, PairOrder<int>::longest_run);
    EXPECT_TRUE(i < j || count == 1);
    ++runs;
  };
  PairOrder order(0, PairOrder<int>::count(64), visit);
  order.triangle(0, 64);
  // 2080 pairs, of which 64 on the diagonal stand alone: 568 runs if all others had full length.
  EXPECT_LT(runs, 700);
}

}  // namespace
}  // namespace isomer::in_place
