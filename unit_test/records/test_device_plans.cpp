// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machine/machine.hpp"
#include "plan/in_place/in_place_plan.hpp"
#include "record_case.hpp"
#include "support/message_of.hpp"

// Templates over the space: without a GPU the library has none of them.
#include "records/device/device_plans.cpp"

/// What plans for devices refuse, in words.
namespace isomer::records {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

TEST(DevicePlans, OfTilesThatNoBlockHoldsAreRefusedWithTheRoomOfABlock) {
  auto const leaves = test::struct_of({8, 4, 4, 2, 1});
  in_place::Limits const limits{1 << 24, detail::gpu_machine("h200").value(), nullptr};
  auto const planned = [&](std::int64_t tile, bool back) {
    RecordProblem problem;
    problem.in_place = true;
    problem.leaf_bytes = leaves.bytes;
    problem.count = problem.capacity = 20'000;
    problem.src = test::aos(leaves, problem.count);
    problem.dst = test::tiled(leaves, problem.count, tile);
    if (back) std::swap(problem.src, problem.dst);
    return device_in_place_move(Host(), problem, limits, "isomer::rearrange");
  };
  std::string const expected = "isomer::rearrange: tiles of 8192 records do not fit the " +
                               std::to_string(limits.machine.block_bytes) +
                               " bytes of shared memory of a block, smaller ones have to be chosen";
  for (bool const back : {false, true}) {
    EXPECT_EQ(test::message_of([&] { planned(8192, back); }), expected);
    EXPECT_EQ(test::message_of([&] { planned(64, back); }), "no exception");
  }
}

/// Pieces that a second pass takes to their places.
RecordProblem problem_of_pieces() {
  auto const leaves = test::struct_of({8, 4, 4, 2, 1});
  RecordProblem problem;
  problem.in_place = true;
  problem.leaf_bytes = leaves.bytes;
  problem.count = problem.capacity = 200'000;
  problem.src = test::aos(leaves, problem.count);
  problem.dst = test::soa(leaves, problem.count);
  return problem;
}

TEST(DevicePlans, SayWhatTheyKeepOnTheDevice) {
  in_place::Limits const limits{1 << 24, detail::gpu_machine("h200").value(), nullptr};
  RecordProblem const problem = problem_of_pieces();
  auto const kept = DeviceRearrange::fit(problem, limits)->table().size();
  ASSERT_GT(kept, 0U);
  auto const move = device_in_place_move(Host(), problem, limits, "isomer::rearrange").move;
  EXPECT_EQ(move->kept_bytes(), kept);
  EXPECT_THAT(move->describe(),
              testing::EndsWith("table of " + std::to_string(kept) + " bytes on the device"));
  in_place::Choices<Host> choices;
  choices.push_back(
      {"records", {}, device_in_place_move(Host(), problem, limits, "isomer::rearrange").move});
  EXPECT_EQ(in_place::facts_of(choices).kept_bytes, kept);
}

}  // namespace
}  // namespace isomer::records
