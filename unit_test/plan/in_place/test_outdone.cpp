// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>

#include "cost/models.hpp"
#include "in_place/blocks/blocks.hpp"
#include "plan/in_place/outdone.hpp"

/// Which matrices are left to decompositions other than `blocks` although it could move them.
namespace isomer::in_place {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;

/// Two threads with 1 MiB of second-level cache each, on any processor.
Limits limits() {
  detail::Machine machine;
  machine.units = 2;
  machine.l1_bytes = 32 << 10;
  machine.l2_bytes = 1 << 20;
  machine.l3_bytes = 32 << 20;
  return {std::size_t{64} << 20, machine, &detail::default_rates(machine)};
}

bool is_outdone(Step const& step) {
  EXPECT_TRUE(blocks<Exec>().estimate(step, limits())) << testing::PrintToString(step);
  return in_place::is_outdone("blocks", step, limits());
}

TEST(Blocks, AreOutdoneBySquaresOfWordsFrom8KibibytesOn) {
  EXPECT_FALSE(is_outdone({100, 8, 1, 8, 8}));
  EXPECT_FALSE(is_outdone({100, 31, 1, 31, 8}));
  EXPECT_TRUE(is_outdone({100, 32, 1, 32, 8}));
  EXPECT_TRUE(is_outdone({100, 64, 1, 64, 8}));
  EXPECT_FALSE(is_outdone({100, 90, 1, 90, 1}));
  EXPECT_TRUE(is_outdone({100, 91, 1, 91, 1}));
  EXPECT_FALSE(is_outdone({100, 22, 1, 22, 16}));
  EXPECT_TRUE(is_outdone({100, 23, 1, 23, 16}));
}

TEST(Blocks, BeyondAllCachesTakeASecondPassForTheWayBack) {
  auto const passes = [](std::int64_t cols) {
    Step const step{1, 2048, 1, cols, 8};
    auto const estimate = blocks<Exec>().estimate(step, limits());
    EXPECT_TRUE(estimate);
    EXPECT_EQ(estimate->bytes_read, estimate->passes * step.bytes());
    EXPECT_EQ(estimate->bytes_written, estimate->bytes_read);
    auto const described = blocks<Exec>().prepare(step, limits())->describe();
    EXPECT_NE(described.find(estimate->passes == 1 ? "through cache" : "through memory"),
              std::string::npos)
        << described;
    return estimate->passes;
  };
  EXPECT_EQ(passes(1024), 1) << "16 MiB and a buffer as large";
  EXPECT_EQ(passes(1025), 2);
}

TEST(Blocks, AreNotOutdoneByOtherSmallMatrices) {
  EXPECT_FALSE(is_outdone({100, 64, 1, 63, 8})) << "no square";
  EXPECT_FALSE(is_outdone({100, 64, 1, 64, 12})) << "chunks that are no words";
  EXPECT_FALSE(is_outdone({100, 64, 2, 64, 8})) << "across a middle axis";
}

TEST(Blocks, AreOutdoneByPanelsWhereOneBufferWouldServeAllThreads) {
  EXPECT_TRUE(is_outdone({1, 300, 1, 1001, 8}));
  EXPECT_FALSE(is_outdone({1, 260, 1, 1001, 8})) << "the threads' second-level caches hold it";
  EXPECT_FALSE(is_outdone({4, 300, 1, 1001, 8})) << "a buffer for each thread";
  EXPECT_FALSE(is_outdone({1, 5000, 1, 60, 8})) << "rows shorter than 512 bytes";
}

TEST(Cut, IsOutdoneByABufferWhereTheCachesHoldAWideMatrix) {
  auto const is_cut_outdone = [](Step const& step) {
    return in_place::is_outdone("cut", step, limits());
  };
  EXPECT_TRUE(is_cut_outdone({1, 18, 1, 1728, 8}));
  EXPECT_FALSE(is_cut_outdone({1, 1728, 1, 18, 8})) << "tall";
  EXPECT_FALSE(is_cut_outdone({1, 300, 1, 1001, 8})) << "in memory";
}

}  // namespace
}  // namespace isomer::in_place
