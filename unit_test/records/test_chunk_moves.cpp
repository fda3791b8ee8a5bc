// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include "limits_of_records.hpp"
#include "random_records.hpp"
#include "rearranged.hpp"
#include "record_case.hpp"
#include "records/in_place/chunk_moves.hpp"
#include "records/in_place/in_place_move.hpp"
#include "records/in_place/in_place_shape.hpp"

namespace isomer::records {
namespace {

using test::Cluster;
using test::LeafList;
using test::RandomRecords;
using Exec = Kokkos::DefaultHostExecutionSpace;

/// Pieces cost next to nothing for themselves, or all there is.
detail::Rates rates_of_pieces(double each) {
  detail::Rates rates;
  detail::Work const bytes{.bytes = 1e-10};
  detail::Work const pieces{.bytes = 1e-10, .runs_read = each};
  for (auto& row : rates.rows[static_cast<std::size_t>(detail::Kernel::record_panels)])
    row = {bytes, bytes};
  for (auto& row : rates.rows[static_cast<std::size_t>(detail::Kernel::record_pieces)])
    row = {pieces, pieces};
  return rates;
}

RecordProblem problem_of(LeafList const& leaves, RecordLayout const& src, RecordLayout const& dst,
                         std::int64_t count, std::int64_t capacity) {
  return {count, capacity, true, leaves.bytes, src, dst};
}

/// Arrays, tiles and clusters of both, with leaves that are long enough.
RecordLayout long_layout(RandomRecords& random, LeafList const& leaves, std::int64_t capacity,
                         std::int64_t tile) {
  switch (random.up_to(3)) {
    case 0: return test::soa(leaves, capacity);
    case 1: return test::tiled(leaves, capacity, tile);
    default: {
      Cluster first{{}, tile};
      Cluster rest{{}, 0};
      for (int k = 0; k < static_cast<int>(leaves.bytes.size()); ++k)
        (random.up_to(1) == 0 ? first : rest).leaf.push_back(k);
      if (first.leaf.empty() || rest.leaf.empty()) return test::soa(leaves, capacity);
      return test::clusters(leaves, capacity, {first, rest});
    }
  }
}

TEST(ChunkMoves, TakeRandomLongTilesAndArraysToTheirPlaces) {
  RandomRecords random(21);
  detail::Rates const rates = rates_of_pieces(1e-13);
  in_place::Limits limits = test::limits_with(64 << 10);
  limits.rates = &rates;
  std::vector<std::vector<std::int32_t>> const records{{8, 8}, {4, 8, 4}, {16, 8, 4, 4}, {4, 4, 4}};
  int straight = 0;
  for (int round = 0; round < 200; ++round) {
    LeafList const leaves = test::struct_of(records[static_cast<std::size_t>(random.up_to(3))]);
    std::int64_t const tile = std::int64_t{64} << random.up_to(3);
    std::int64_t const count = random.up_to(4000) + 1;
    std::int64_t const capacity = (count + tile - 1) / tile * tile + tile * random.up_to(2);
    RecordProblem const problem =
        problem_of(leaves, long_layout(random, leaves, capacity, tile),
                   long_layout(random, leaves, capacity, tile), count, capacity);
    auto const shape = in_place_shape(problem, limits);
    straight += shape.pieces && shape.parts == 0 ? 1 : 0;
    ASSERT_EQ(test::rearranged(leaves, problem, limits), "")
        << count << " of " << capacity << ": " << test::printed(problem.src) << " to "
        << test::printed(problem.dst);
  }
  EXPECT_GT(straight, 50);
}

TEST(ChunkMoves, AreOnePassWhereThatIsFaster) {
  LeafList const leaves = test::struct_of({8, 8, 8});
  constexpr std::int64_t count = 64 * 1000;
  in_place::Limits limits = test::limits_with(64 << 10);
  auto const passes = [&](RecordLayout const& src, RecordLayout const& dst, double each_piece) {
    detail::Rates const rates = rates_of_pieces(each_piece);
    limits.rates = &rates;
    RecordProblem const problem = problem_of(leaves, src, dst, count, count);
    auto const estimate = in_place_move<Exec>(problem, limits).estimate;
    // But for pieces that are where they belong.
    std::int64_t const all = problem.src.bytes * estimate.passes;
    EXPECT_LE(estimate.bytes_read, all);
    EXPECT_GT(estimate.bytes_read, all - all / 64);
    EXPECT_NEAR(estimate.seconds, predicted(problem, limits).seconds, estimate.seconds / 64);
    return estimate.passes;
  };
  RecordLayout const soa = test::soa(leaves, count);
  RecordLayout const tiles = test::tiled(leaves, count, 64);
  EXPECT_EQ(passes(soa, tiles, 1e-12), 1);
  EXPECT_EQ(passes(tiles, soa, 1e-12), 1);
  EXPECT_EQ(passes(tiles, soa, 1e-6), 2) << "pieces of 512 bytes where longer ones are regrouped";
  EXPECT_EQ(passes(soa, test::aos(leaves, count), 1e-12), 2);
  EXPECT_EQ(passes(soa, test::tiled(leaves, count, 8), 1e-12), 2) << "chunks of 64 bytes";
}

TEST(ChunkMoves, HaveChunksOnOneGrid) {
  auto const cut = [](std::vector<std::int32_t> const& bytes, std::int64_t tile,
                      std::int64_t capacity) {
    LeafList const leaves = test::struct_of(bytes);
    auto const found =
        chunk_cut(problem_of(leaves, test::soa(leaves, capacity),
                             test::tiled(leaves, capacity, tile), capacity, capacity));
    return found ? found->bytes : 0;
  };
  EXPECT_EQ(cut({8, 8}, 64, 64 * 99), 512);
  EXPECT_EQ(cut({4, 8}, 64, 64 * 99), 256);
  EXPECT_EQ(cut({8, 4, 2}, 64, 64 * 99), 0) << "128 bytes";
  EXPECT_EQ(cut({8, 8}, 1024, 1024 * 9), 4096) << "two for each tile of a leaf";
  EXPECT_EQ(cut({8, 8}, 64, 64 * 99 - 1), 0) << "arrays begin beside the grid";
  EXPECT_EQ(cut({8, 8}, 1024, 1000), 0) << "no whole tile";
  LeafList const leaves = test::struct_of({8, 8, 8});
  auto const reordered = [&](std::int64_t capacity) {
    auto const found = chunk_cut(
        problem_of(leaves, test::soa(leaves, capacity),
                   test::clusters(leaves, capacity, {{{2}, 0}, {{0, 1}, 0}}), capacity, capacity));
    return found ? found->bytes : 0;
  };
  EXPECT_EQ(reordered(1024 * 20), 4096) << "arrays in another order";
}

/// With other tiles, or with other leaves in them.
TEST(InPlaceShapes, OfTheSameRegionsTakeOnePass) {
  LeafList const leaves = test::struct_of({8, 4, 4, 8, 4});
  constexpr std::int64_t count = 64 * 400;
  auto const clusters = [&](std::int64_t tile, int next) {
    return test::clusters(leaves, count, {{{0, next, 4}, tile}, {{3, 3 - next}, 0}});
  };
  for (auto const& [src, dst] : {std::pair{1, 8}, {8, 64}, {64, 1}})
    for (int const next : {1, 2}) {
      RecordProblem const problem =
          problem_of(leaves, clusters(src, 1), clusters(dst, next), count, count);
      for (std::int64_t const l2_bytes : {16 << 10, 64 << 20}) {
        auto const limits = test::limits_with(l2_bytes);
        EXPECT_EQ(in_place_move<Exec>(problem, limits).estimate.passes, 1);
        EXPECT_EQ(test::rearranged(leaves, problem, limits), "") << src << " to " << dst;
      }
    }
}

/// That begin alike, the last one with padding on one side.
TEST(InPlaceShapes, OfRegionsOfOtherSizesTakeTwoPasses) {
  LeafList const leaves = test::struct_of({8, 4, 2});
  constexpr std::int64_t count = 64 * 400;
  auto const clusters = [&](std::int64_t tile) {
    return test::clusters(leaves, count, {{{0}, 0}, {{1, 2}, tile}});
  };
  for (auto const& [src, dst] : {std::pair{1, 8}, {8, 1}}) {
    RecordProblem const problem = problem_of(leaves, clusters(src), clusters(dst), count, count);
    ASSERT_EQ(problem.src.region.back().begin, problem.dst.region.back().begin);
    ASSERT_NE(problem.src.bytes, problem.dst.bytes);
    EXPECT_EQ(in_place_move<Exec>(problem, test::limits_with(16 << 10)).estimate.passes, 2);
    EXPECT_EQ(test::rearranged(leaves, problem, test::limits_with(16 << 10)), "");
  }
}

}  // namespace
}  // namespace isomer::records
