// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/cycles/device_cycles.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>

#include "machine/machine.hpp"
#include "warp_plan_run.hpp"

/// Matrices of long chunks as a device transposes them, on fibers.
namespace isomer::in_place {
namespace {

using test::in_any_order;

Limits limits_of(std::size_t workspace) {
  Limits limits{workspace, detail::gpu_machine("h200").value(), nullptr};
  limits.machine.units = 1;
  return limits;
}

TEST(DeviceCycles, TransposesChunksOfEverySizeInBatches) {
  std::uint64_t number = 0;
  for (std::int64_t const bytes : {32, 36, 100, 256, 1000, 4100})
    for (std::int64_t const rows : {2, 3, 7, 16})
      for (std::int64_t const cols : {2, 5, 9, 16})
        for (std::int64_t const batch : {1, 3}) {
          Step const step{batch, rows, 1, cols, bytes};
          if (step.bytes() > 200 << 10) continue;
          Limits const limits = limits_of(1 << 20);
          auto const plan = DeviceCycles::fit(step, limits);
          ASSERT_TRUE(plan) << rows << " x " << cols;
          ASSERT_TRUE(does_on_fibers(*plan, step, limits, in_any_order(number++)))
              << batch << " x " << rows << " x " << cols << " x " << bytes;
        }
}

/// 13 x 17 chunks have 220 places that move, which is 4 * 5 * 11: cycles of many lengths, most of
/// them without a start where few chunks are saved.
TEST(DeviceCycles, MakesDoWithLittleWorkspace) {
  Step const step{1, 13, 1, 17, 64};
  for (std::size_t const chunks : {3, 20, 221}) {
    Limits const limits = limits_of(chunks * 64);
    auto const plan = DeviceCycles::fit(step, limits);
    ASSERT_TRUE(plan) << chunks;
    EXPECT_LE(plan->workspace(), chunks * 64);
    ASSERT_TRUE(does_on_fibers(*plan, step, limits, in_any_order(chunks))) << chunks;
  }
}

/// A thread of a block of four warps.
struct LastThread {
  static constexpr int lanes = 32;

  static int size() { return 128; }
  static int rank() { return 127; }
};

TEST(DeviceCycles, CountsTheWarpsOfAsManyBlocksAsALaunchHas) {
  ChunkCycles cycles{};
  cycles.by_slices = cycles.by_starts = magic_of(1);
  cycles.skinny.by_height = magic_of(1);
  cycles.skinny.element_bytes = cycles.slice_bytes = 512;
  cycles.warps = max_number;
  ChunkTask<16> const task(LastThread{}, 1 << 27, cycles);
  EXPECT_TRUE(task.is_there);
  EXPECT_EQ(task.item, (1 << 29) + 3);
  EXPECT_EQ(task.first, 31 * 16);
}

TEST(DeviceCycles, RefusesShortChunksAndRows) {
  auto const fits = [](Step const& step) {
    return DeviceCycles::fit(step, limits_of(1 << 20)).has_value();
  };
  EXPECT_TRUE(fits({1, 20, 1, 30, 32}));
  EXPECT_FALSE(fits({1, 20, 1, 30, 28})) << "less than a sector";
  EXPECT_FALSE(fits({1, 1, 1, 30, 32}));
  EXPECT_FALSE(fits({1, 20, 2, 30, 32}));
}

/// Multiples of a gap that shares a factor with what is permuted lead to each other: all else would
/// be cycles without a start.
TEST(ChunkStarts, HaveAGapWithoutAFactorOfTheSlots) {
  for (std::int64_t const rows : {4, 6, 7, 16, 31})
    for (std::int64_t const cols : {4, 5, 10, 61})
      for (std::int64_t const units : {1, 2, 5, 30}) {
        auto const step = Step{1, rows, 1, cols, 512};
        Limits limits = limits_of(1 << 20);
        limits.machine.units = static_cast<int>(units);
        auto const plan = DeviceCycles::fit(step, limits);
        ASSERT_TRUE(plan);
        std::int64_t const gap = plan->cycles().by_gap.divisor;
        EXPECT_EQ(std::gcd(gap, rows * cols - 1), 1) << rows << " x " << cols;
      }
}

}  // namespace
}  // namespace isomer::in_place
