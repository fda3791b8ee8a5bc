// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "in_place/matrix_case.hpp"
#include "in_place/warp_plan_run.hpp"
#include "machine/machine.hpp"
#include "random_records.hpp"
#include "record_case.hpp"
#include "records/device/device_copy.hpp"
#include "records/device/device_rearrange.hpp"
#include "support/sampled.hpp"
#include "team/scratch.hpp"

/// Changes of arrangement by the kernels of devices, on fibers.
namespace isomer::records {
namespace {

using in_place::FiberLaunches;
using in_place::GuardedBytes;
using in_place::Limits;
using test::FiberOptions;
using test::LeafList;
using test::Mutation;
using test::RandomRecords;

Limits limits_of(std::size_t workspace = 1 << 24, int units = 1) {
  Limits limits{workspace, detail::gpu_machine("h200").value(), nullptr};
  limits.machine.units = units;
  return limits;
}

/// As Kokkos before 5.2 launches blocks on any card.
Limits in_small_blocks(int units = 1) {
  Limits limits = limits_of(1 << 24, units);
  limits.machine.block_bytes = team::any_block_bytes;
  return limits;
}

/// The last thread of a block far behind the first.
struct LateThread {
  static constexpr int lanes = 32;

  static int block() { return 1 << 27; }
  static int size() { return piece_threads; }
  static int rank() { return piece_threads - 1; }
};

TEST(PieceKernels, CountTheWarpsOfManyBlocks) {
  EXPECT_EQ(number_of_warp(LateThread{}), (1 << 29) + 3);
}

/// A warp's row of words is 512 bytes of 16, or 256 of 8; a block has four warps.
TEST(PieceKernels, HaveNoMoreMovesUnderWayThanABlockHolds) {
  constexpr std::int64_t plenty = 1 << 20;
  EXPECT_EQ(moves_under_way(100, 16, plenty), 16);
  EXPECT_EQ(moves_under_way(640, 16, plenty), 12);
  EXPECT_EQ(moves_under_way(4096, 16, plenty), 4);
  EXPECT_EQ(moves_under_way(640, 16, 11 * 4 * 1024), 10);
  EXPECT_EQ(moves_under_way(640, 16, 11 * 4 * 1024 - 1), 9);
  EXPECT_EQ(moves_under_way(640, 8, 11 * 4 * 768), 10);
  EXPECT_EQ(moves_under_way(4096, 16, 2 * 4 * 4096), 1);
  EXPECT_LT(moves_under_way(4096, 16, 2 * 4 * 4096 - 1), 1);
}

std::string copied(LeafList const& leaves, RecordProblem const& problem, Limits const& limits,
                   FiberOptions const& options, int misalignment = 0) {
  DeviceCopy const plan(problem, limits);
  GuardedBytes src(problem.src.bytes, misalignment);
  auto const records =
      test::filled(problem.src, leaves, problem.count, static_cast<std::size_t>(problem.src.bytes));
  std::copy(records.begin(), records.end(), src.data());
  GuardedBytes dst(problem.dst.bytes, misalignment);
  constexpr std::byte untouched{0x5A};
  std::fill_n(dst.data(), problem.dst.bytes, untouched);
  GuardedBytes none(0);
  FiberLaunches launches(dst, none, limits.machine, options);
  launches.add_source(src.data(), static_cast<std::size_t>(problem.src.bytes));
  launches.add_source(plan.table().data(), plan.table().size());
  plan.run(launches, dst.data(), src.data(), plan.table().data());
  if (!launches.found().empty()) return launches.found();
  if (!dst.guards_are_intact()) return "a guard byte";
  if (!test::all_are(untouched, dst.data(), problem.dst, leaves, problem.count, problem.capacity))
    return "a record behind the last";
  return test::wrong_values(dst.data(), problem.dst, leaves, problem.count);
}

std::string rearranged(LeafList const& leaves, RecordProblem const& problem, Limits const& limits,
                       FiberOptions const& options, Mutation const& mutation = {},
                       std::set<Mutation>* all = nullptr, int misalignment = 0) {
  auto const plan = DeviceRearrange::fit(problem, limits);
  if (!plan) return "no plan";
  auto const bytes = static_cast<std::size_t>(std::max(problem.src.bytes, problem.dst.bytes));
  auto const records = test::filled(problem.src, leaves, problem.count, bytes);
  GuardedBytes data(static_cast<std::int64_t>(bytes), misalignment);
  std::copy(records.begin(), records.end(), data.data());
  GuardedBytes workspace(static_cast<std::int64_t>(plan->workspace()));
  FiberLaunches launches(data, workspace, limits.machine, options, mutation, all);
  launches.add_source(plan->table().data(), plan->table().size());
  plan->run(launches, data.data(), workspace.data(), plan->table().data());
  if (!launches.found().empty()) return launches.found();
  if (!data.guards_are_intact()) return "a guard byte of the data";
  if (!workspace.guards_are_intact()) return "a guard byte of the workspace";
  return test::wrong_values(data.data(), problem.dst, leaves, problem.count);
}

std::string printed(RecordProblem const& problem) {
  return std::to_string(problem.count) + " of " + std::to_string(problem.capacity) + ": " +
         test::printed(problem.src) + " to " + test::printed(problem.dst) + ", leaves " +
         testing::PrintToString(problem.leaf_bytes);
}

TEST(DeviceRecords, AreCopiedBetweenRandomArrangements) {
  RandomRecords random(5);
  for (int round = 0; round < 300 / test::sample_step; ++round) {
    LeafList const leaves = random.record();
    RecordProblem problem;
    problem.leaf_bytes = leaves.bytes;
    problem.count = random.up_to(round % 3 == 0 ? 3000 : 600);
    problem.capacity = problem.count + random.up_to(70);
    problem.src = random.layout(leaves, problem.capacity);
    problem.dst = random.layout(leaves, problem.capacity);
    ASSERT_EQ(copied(leaves, problem, round % 4 < 2 ? limits_of() : in_small_blocks(),
                     test::in_any_order(static_cast<std::uint64_t>(round))),
              "")
        << printed(problem);
  }
}

TEST(DeviceRecords, AreRearrangedBetweenRandomArrangements) {
  RandomRecords random(6);
  for (int round = 0; round < 300 / test::sample_step; ++round) {
    LeafList const leaves = random.record();
    RecordProblem problem;
    problem.in_place = true;
    problem.leaf_bytes = leaves.bytes;
    problem.count = random.up_to(round % 3 == 0 ? 6000 : 900);
    problem.capacity = problem.count + (round % 2 == 0 ? 0 : random.up_to(200));
    problem.src = random.layout(leaves, problem.capacity, 128);
    problem.dst = random.layout(leaves, problem.capacity, 128);
    ASSERT_EQ(rearranged(leaves, problem, round % 4 < 2 ? limits_of() : in_small_blocks(),
                         test::in_any_order(static_cast<std::uint64_t>(round))),
              "")
        << printed(problem);
  }
}

/// Leaves of 8, 4, 4, 2 and 1 bytes, as many records as make several parts, and some behind them.
RecordProblem mixed(RecordLayout (*from)(LeafList const&, std::int64_t),
                    RecordLayout (*to)(LeafList const&, std::int64_t), std::int64_t count) {
  LeafList const leaves = test::struct_of({8, 4, 4, 2, 1});
  RecordProblem problem;
  problem.in_place = true;
  problem.leaf_bytes = leaves.bytes;
  problem.count = problem.capacity = count;
  problem.src = from(leaves, count);
  problem.dst = to(leaves, count);
  return problem;
}
RecordLayout tiles_of_32(LeafList const& leaves, std::int64_t capacity) {
  return test::tiled(leaves, capacity, 32);
}

/// What is not aligned to any unit is moved byte by byte.
TEST(DeviceRecords, BeginOnAnyByte) {
  LeafList const leaves = test::struct_of({8, 4, 4, 2, 1});
  for (int const misalignment : {1, 2, 4, 8, 12}) {
    auto const problem = mixed(test::aos, test::soa, 5000);
    EXPECT_EQ(copied(leaves, problem, limits_of(), test::in_any_order(1), misalignment), "");
    EXPECT_EQ(
        rearranged(leaves, problem, limits_of(), test::in_any_order(2), {}, nullptr, misalignment),
        "");
  }
}

/// Several blocks and warps have parts and segments of their own, and pieces are saved.
TEST(DeviceRecords, AreSharedOutAmongBlocks) {
  LeafList const leaves = test::struct_of({8, 4, 4, 2, 1});
  auto const problem = mixed(test::aos, test::soa, 70'001);
  Limits const card = limits_of(1 << 24, 132);
  auto const plan = DeviceRearrange::fit(problem, card);
  ASSERT_TRUE(plan);
  EXPECT_GT(plan->parts(), 30);
  EXPECT_GT(plan->saved(), 4);
  EXPECT_EQ(plan->estimate().passes, 2);
  auto const back = mixed(test::soa, test::aos, 70'001);
  for (Limits const& limits : {card, limits_of(), in_small_blocks(132)}) {
    EXPECT_EQ(rearranged(leaves, problem, limits, test::in_any_order(3)), "");
    EXPECT_EQ(rearranged(leaves, back, limits, test::in_any_order(4)), "");
  }
}

/// Pieces take up whole rows of a warp's words in shared memory, so that those of 640 bytes take as
/// much as those of 1024; chunks of 4096 bytes leave room for two.
TEST(DeviceRecords, MoveLongPiecesInSmallBlocks) {
  for (auto const& bytes : {std::vector<std::int32_t>(3, 8), std::vector<std::int32_t>(5, 4),
                            std::vector<std::int32_t>(6, 4)}) {
    LeafList const leaves = test::struct_of(bytes);
    constexpr std::int64_t count = 9000;
    RecordProblem problem{
        count, count, true, bytes, test::aos(leaves, count), test::soa(leaves, count)};
    for (int const back : {0, 1}) {
      if (back == 1) std::swap(problem.src, problem.dst);
      EXPECT_EQ(rearranged(leaves, problem, in_small_blocks(), test::in_any_order(9)), "")
          << printed(problem);
    }
  }
  LeafList const floats = test::struct_of(std::vector<std::int32_t>(3, 4));
  constexpr std::int64_t count = 9 * 1024;
  RecordProblem const chunks{
      count, count, true, floats.bytes, test::tiled(floats, count, 1024), test::soa(floats, count)};
  EXPECT_EQ(rearranged(floats, chunks, in_small_blocks(), test::in_any_order(10)), "");
}

/// A block that has no room for two chunks has it for panels.
TEST(DeviceRecords, OfLongTilesGoByPanelsWhereChunksFindNoRoom) {
  LeafList const leaves = test::struct_of({4, 4, 4});
  constexpr std::int64_t count = 20 * 512;
  RecordProblem const problem{
      count, count, true, leaves.bytes, test::tiled(leaves, count, 512), test::soa(leaves, count)};
  for (auto const& [kib, passes] : {std::pair{20, 1}, std::pair{17, 2}}) {
    Limits limits = limits_of();
    limits.machine.block_bytes = kib << 10;
    auto const plan = DeviceRearrange::fit(problem, limits);
    ASSERT_TRUE(plan) << kib;
    EXPECT_EQ(plan->estimate().passes, passes);
    EXPECT_EQ(rearranged(leaves, problem, limits, test::in_any_order(11)), "");
  }
}

/// Tiles of records without padding: panels stay where they are.
TEST(DeviceRecords, OfOneSizeInOneRegionTakeOnePass) {
  LeafList const leaves = test::struct_of({4, 4, 4});
  RecordProblem problem;
  problem.in_place = true;
  problem.leaf_bytes = leaves.bytes;
  problem.count = problem.capacity = 32 * 200;
  problem.src = test::aos(leaves, problem.count);
  problem.dst = test::tiled(leaves, problem.count, 32);
  auto const plan = DeviceRearrange::fit(problem, limits_of());
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->estimate().passes, 1);
  EXPECT_EQ(rearranged(leaves, problem, limits_of(), test::in_any_order(5)), "");
}

/// Tiles of records with padding close up and spread: one pass, in which blocks wait for others.
TEST(DeviceRecords, OfTwoSizesInOneRegionTakeOnePass) {
  LeafList const leaves = test::struct_of({8, 4, 4, 2, 1});
  for (auto const& problem :
       {mixed(test::aos, tiles_of_32, 32 * 700), mixed(tiles_of_32, test::aos, 22'222)}) {
    auto const plan = DeviceRearrange::fit(problem, limits_of(1 << 24, 8));
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->estimate().passes, 1);
    EXPECT_EQ(plan->estimate().bytes_read, problem.count * (problem.src.bytes / problem.capacity));
    EXPECT_GT(plan->parts(), 8);
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      FiberOptions options = test::in_any_order(seed);
      options.resident = 3;
      EXPECT_EQ(rearranged(leaves, problem, limits_of(1 << 24, 8), options), "") << seed;
    }
  }
}

/// Tiles of 64 records and more hold long chunks of each leaf, which no block has to hold.
TEST(DeviceRecords, OfLongTilesGoStraightToArrays) {
  LeafList const leaves = test::struct_of({8, 4, 8});
  for (std::int64_t const tile : {64, 256, 16384}) {
    std::int64_t const count = 3 * std::max<std::int64_t>(tile, 1000) + 5;
    RecordProblem problem;
    problem.in_place = true;
    problem.leaf_bytes = leaves.bytes;
    problem.count = count;
    problem.capacity = (count + tile - 1) / tile * tile;
    problem.src = test::soa(leaves, problem.capacity);
    problem.dst = test::tiled(leaves, problem.capacity, tile);
    for (int const back : {0, 1}) {
      if (back == 1) std::swap(problem.src, problem.dst);
      auto const plan = DeviceRearrange::fit(problem, limits_of());
      ASSERT_TRUE(plan);
      EXPECT_EQ(plan->estimate().passes, 1);
      EXPECT_EQ(rearranged(leaves, problem, limits_of(), test::in_any_order(8)), "") << tile;
    }
  }
}

TEST(DeviceRecords, HaveTheirPriceBeforePiecesAreOrdered) {
  for (std::int64_t const count : {7, 5'000, 200'000}) {
    auto const problem = mixed(test::aos, test::soa, count);
    auto const plan = DeviceRearrange::fit(problem, limits_of());
    ASSERT_TRUE(plan);
    EXPECT_EQ(DeviceRearrange::predicted(problem, limits_of())->seconds, plan->estimate().seconds);
  }
}

/// Less than a panel is saved and written; a workspace may be small.
TEST(DeviceRecords, MakeDoWithLittleWorkspace) {
  LeafList const leaves = test::struct_of({8, 4, 4, 2, 1});
  auto const problem = mixed(test::aos, test::soa, 20'000);
  auto const plan = DeviceRearrange::fit(problem, limits_of());
  auto const small = DeviceRearrange::fit(problem, limits_of(plan->workspace() - 1));
  ASSERT_TRUE(plan && small);
  EXPECT_LT(small->workspace(), plan->workspace());
  EXPECT_EQ(rearranged(leaves, problem, limits_of(plan->workspace() - 1), test::in_any_order(6)),
            "");
}

TEST(DeviceRecords, OfTilesThatNoBlockHoldsAreCopiedWordByWord) {
  LeafList const leaves = test::struct_of({8, 4, 4, 2, 1});
  RecordProblem problem;
  problem.leaf_bytes = leaves.bytes;
  problem.count = problem.capacity = 20'000;
  problem.src = test::aos(leaves, problem.count);
  problem.dst = test::tiled(leaves, problem.count, 8192);
  EXPECT_EQ(DeviceCopy(problem, limits_of()).describe(), "word by word, of one record each thread");
  EXPECT_EQ(copied(leaves, problem, limits_of(), test::in_any_order(7)), "");
  problem.in_place = true;
  EXPECT_FALSE(DeviceRearrange::fit(problem, limits_of()));
}

/// Whatever the arrangements, each multiprocessor has a part within the default workspace.
TEST(DeviceRecords, OccupyACard) {
  auto const card = detail::gpu_machine("h200").value();
  for (auto const& bytes : {std::vector<std::int32_t>(32, 4), std::vector<std::int32_t>(7, 4),
                            std::vector<std::int32_t>{8, 4, 4, 2, 1}}) {
    LeafList const leaves = test::struct_of(bytes);
    std::int64_t const count = 4'000'000;
    auto const tiles = test::tiled(leaves, count, 64);
    for (auto const& [src, dst] : {std::pair{test::soa(leaves, count), test::aos(leaves, count)},
                                   {test::aos(leaves, count), test::soa(leaves, count)},
                                   {test::soa(leaves, count), tiles},
                                   {tiles, test::soa(leaves, count)}}) {
      RecordProblem const problem{count, count, true, bytes, src, dst};
      std::size_t const limit = static_cast<std::size_t>(src.bytes / 50) + (64 << 20);
      auto const plan = DeviceRearrange::fit(problem, {limit, card, nullptr});
      ASSERT_TRUE(plan);
      EXPECT_LE(plan->workspace(), limit) << printed(problem);
      if (plan->estimate().passes == 2) {
        EXPECT_GE(plan->parts(), 2 * card.units) << printed(problem);
      } else {
        EXPECT_GE(plan->segments(), 32 * card.units) << printed(problem);
      }
    }
  }
}

/// Each operation of the kernels spoilt in each way it can be, until a change shows it. Those that
/// none does do no harm: lanes without work read or write what another does, and zeros for holes
/// may begin a word late, where no hole is.
TEST(DeviceRecords, AreWrongIfAnOperationIsSpoilt) {
  if (test::is_sanitized) GTEST_SKIP() << "mutants reckon with what was never written";
  LeafList const leaves = test::struct_of({8, 4, 4, 2, 1});
  RecordProblem const changes[]{
      mixed(test::aos, test::soa, 12'000), mixed(test::soa, test::aos, 3000),
      mixed(test::soa, test::aos, 11'000), mixed(tiles_of_32, test::soa, 9000),
      mixed(test::aos, tiles_of_32, 3000)};
  std::set<Mutation> all;
  for (auto const& change : changes)
    ASSERT_EQ(rearranged(leaves, change, limits_of(), {}, {}, &all), "");
  EXPECT_GT(all.size(), 60U);
  auto const is_reported = [&](Mutation const& mutation) {
    for (std::uint64_t seed = 0; seed < 6; ++seed)
      for (auto const& change : changes)
        if (!rearranged(leaves, change, limits_of(), test::in_any_order(seed), mutation).empty())
          return true;
    return false;
  };
  std::vector<Mutation> harmless;
  for (Mutation const& mutation : all)
    if (mutation.fault != test::Fault::always && !is_reported(mutation))
      harmless.push_back(mutation);
  EXPECT_LE(harmless.size(), 1U) << testing::PrintToString(harmless);
}

}  // namespace
}  // namespace isomer::records
