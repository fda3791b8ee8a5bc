// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/records/draw_change.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace {

using isomer::perf::draw_change;
using isomer::perf::DrawnChange;
using isomer::perf::Random;

template <class Visit>
void for_each_drawn(Visit const& visit) {
  Random random(1, 0);
  for (int k = 0; k < 500; ++k) visit(draw_change(random, {1 << 20, 1 << 24}));
}

TEST(DrawnChanges, HaveRoomForRecordsOfAboutTheWantedSize) {
  for_each_drawn([](DrawnChange const& drawn) {
    auto const& problem = drawn.problem;
    EXPECT_EQ(problem.count, problem.capacity);
    EXPECT_EQ(problem.src.leaf.size(), problem.leaf_bytes.size());
    EXPECT_EQ(problem.dst.leaf.size(), problem.leaf_bytes.size());
    EXPECT_FALSE(problem.src == problem.dst) << drawn.what;
    // Arrangements without padding take less than structs do.
    EXPECT_GE(std::max(problem.src.bytes, problem.dst.bytes), 1 << 18) << drawn.what;
    EXPECT_LE(std::max(problem.src.bytes, problem.dst.bytes), 1 << 25) << drawn.what;
    EXPECT_EQ(drawn.what.find(';'), std::string::npos) << drawn.what;
  });
}

TEST(DrawnChanges, AreOfAllKinds) {
  int in_place = 0;
  int equal = 0;
  int from_structs = 0;
  int to_arrays = 0;
  int clusters = 0;
  int between_tiles = 0;
  std::set<std::int64_t> tiles;
  for_each_drawn([&](DrawnChange const& drawn) {
    auto const& problem = drawn.problem;
    auto const& src = problem.src.region;
    auto const& dst = problem.dst.region;
    auto const& bytes = problem.leaf_bytes;
    in_place += problem.in_place;
    equal += std::count(bytes.begin(), bytes.end(), bytes.front()) == std::ssize(bytes);
    from_structs += src.size() == 1 && src.front().tile == 1;
    to_arrays += dst.size() == bytes.size();
    clusters += dst.size() > 1 && dst.size() < bytes.size();
    between_tiles += src.size() == 1 && dst.size() == 1 && std::min(src[0].tile, dst[0].tile) > 1;
    if (src.size() == 1) tiles.insert(src.front().tile);
  });
  EXPECT_GT(in_place, 250);
  EXPECT_LT(in_place, 420);
  for (int const count : {equal, from_structs, to_arrays, clusters, between_tiles})
    EXPECT_GT(count, 20);
  EXPECT_EQ(tiles, (std::set<std::int64_t>{1, 4, 8, 16, 32, 64, 128, 256}));
}

}  // namespace
