// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "in_place/panel/chunk_cycles.hpp"
#include "in_place/panel/device_skinny.hpp"
#include "machine/machine.hpp"
#include "support/sampled.hpp"
#include "warp_plan_run.hpp"

/// Records to columns and back as a device does it, on fibers: numbers of fields and records, every
/// element, several starts and none, and each operation of the kernels spoilt.
namespace isomer::in_place {
namespace {

using test::in_any_order;

constexpr std::size_t plenty = 64 << 20;

Limits limits_with(std::size_t workspace, char const* gpu = "h200") {
  return {workspace, detail::gpu_machine(gpu).value(), nullptr};
}

/// A small card: several segments for few chunks, several panels for few records.
Limits small_limits(std::int64_t block_bytes, std::size_t workspace = plenty) {
  Limits limits = limits_with(workspace);
  limits.machine.units = 1;
  limits.machine.block_bytes = block_bytes + 128 + 8 * 258;
  return limits;
}

/// As much as fits a second-level cache, where a fiftieth is less.
TEST(DeviceSkinny, SavesFewChunks) {
  for (std::int64_t const records : {1000000, 10000000, 300000000}) {
    Step const step{1, records, 1, 2, 8};
    auto const plan = DeviceSkinny::fit(step, limits_with(std::size_t{1} << 30));
    ASSERT_TRUE(plan);
    EXPECT_LE(saved_bytes(plan->cycles()),
              std::max<std::int64_t>(16 << 20, step.bytes() / 50) + plan->geometry().chunk_bytes());
  }
}

TEST(DeviceSkinny, TransposesAnyNumberOfFieldsAndRecords) {
  std::uint64_t number = 0;
  for (std::int64_t const fields : {2, 3, 4, 5, 7, 8, 15, 16, 31, 32, 100})
    for (std::int64_t const records : {4, 57, 64, 65, 200, 399, 1000})
      for (bool const to_columns : {true, false}) {
        if (records < fields) continue;
        Step const step =
            to_columns ? Step{1, records, 1, fields, 8} : Step{1, fields, 1, records, 8};
        Limits const limits = small_limits(32 * (fields | 1) * 8);
        auto const plan = DeviceSkinny::fit(step, limits);
        ASSERT_TRUE(plan) << fields << " x " << records;
        ASSERT_TRUE(does_on_fibers(*plan, step, limits, in_any_order(number++)))
            << fields << " fields, " << records << " records, " << to_columns;
      }
}

TEST(DeviceSkinny, TransposesEveryElementInBatches) {
  std::uint64_t number = 0;
  for (std::int64_t const bytes : {1, 2, 3, 4, 6, 8, 12, 16, 24, 40, 64})
    for (std::int64_t const fields : {3, 6})
      for (std::int64_t const batch : {1, 3})
        for (bool const to_columns : {true, false}) {
          std::int64_t const records = 600 + static_cast<std::int64_t>(number * 37 % 501);
          Step const step = to_columns ? Step{batch, records, 1, fields, bytes}
                                       : Step{batch, fields, 1, records, bytes};
          std::int64_t const height = (256 / bytes + 32) / 32 * 32;
          Limits const limits = small_limits(height * bytes * (fields | 1));
          auto const plan = DeviceSkinny::fit(step, limits);
          ASSERT_TRUE(plan) << bytes;
          if (test::is_left_out(number++)) continue;
          ASSERT_TRUE(does_on_fibers(*plan, step, limits, in_any_order(number)))
              << batch << " x " << fields << " x " << records << " x " << bytes;
        }
}

/// The fewer chunks are saved, the more cycles have no start among them.
TEST(DeviceSkinny, MakesDoWithLittleWorkspace) {
  // 41 panels of 6 chunks: 245 = 5 * 7^2 places that move, so that there are short cycles.
  for (bool const to_columns : {true, false}) {
    Step const step = to_columns ? Step{1, 1330, 1, 6, 8} : Step{1, 6, 1, 1330, 8};
    std::set<std::uint32_t> gaps;
    std::uint64_t number = 0;
    auto const least = DeviceSkinny::least_workspace(step, small_limits(32 * 7 * 8));
    ASSERT_TRUE(least);
    for (std::size_t workspace = 1 << 16; workspace >= *least; workspace = workspace * 2 / 3) {
      Limits const limits = small_limits(32 * 7 * 8, workspace);
      auto const plan = DeviceSkinny::fit(step, limits);
      ASSERT_TRUE(plan) << workspace;
      EXPECT_LE(plan->workspace(), workspace);
      gaps.insert(plan->cycles().by_gap.divisor);
      ASSERT_TRUE(does_on_fibers(*plan, step, limits, in_any_order(number++))) << workspace;
    }
    EXPECT_GE(gaps.size(), 4U);
    EXPECT_TRUE(DeviceSkinny::fit(step, small_limits(32 * 7 * 8, *least)));
    EXPECT_FALSE(DeviceSkinny::fit(step, small_limits(32 * 7 * 8, *least - 1)));
  }
}

TEST(DeviceSkinny, RefusesWhatIsNoneOfItsShapes) {
  auto const fits = [](Step const& step) {
    return DeviceSkinny::fit(step, limits_with(plenty)).has_value();
  };
  EXPECT_TRUE(fits({1, 1000000, 1, 7, 8}));
  EXPECT_TRUE(fits({1, 160, 1, 1000000, 8}));
  EXPECT_FALSE(fits({1, 1000000, 1, 400, 8})) << "chunks shorter than 256 bytes";
  EXPECT_FALSE(fits({1, 1000, 2, 7, 8}));
  EXPECT_FALSE(fits({1, 1000, 1, 1, 8}));
  EXPECT_FALSE(fits({1, 3, 1, 2, 8}));
  EXPECT_FALSE(fits({1, 1000, 1, 7, 65}));
}

TEST(DeviceSkinny, ReportsEveryMutant) {
  for (bool const to_columns : {true, false}) {
    Step const step = to_columns ? Step{1, 205, 1, 6, 8} : Step{1, 6, 1, 205, 8};
    Limits const limits = small_limits(32 * 7 * 8, 2300);
    auto const plan = DeviceSkinny::fit(step, limits);
    ASSERT_TRUE(plan);
    auto const tried = try_mutants(*plan, step, limits);
    EXPECT_EQ(tried.flags, 2) << "a publish and an await";
    EXPECT_LE(tried.harmless.size(), 7U);
  }
}

/// An element of a step may be several of the array's, and begin where one of these does.
TEST(DeviceSkinny, TransposesDataThatAreLessAlignedThanTheirElements) {
  for (std::int64_t const bytes : {4, 8, 16, 24})
    for (int const misalignment : {1, 2, 4, 8}) {
      Step const step{1, 333, 1, 6, bytes};
      {
        Limits const limits = small_limits(64 * 7 * 16);
        auto const plan = DeviceSkinny::fit(step, limits);
        ASSERT_TRUE(plan);
        ASSERT_TRUE(does_on_fibers(*plan, step, limits, {}, {}, nullptr, nullptr, misalignment))
            << bytes << " bytes, " << misalignment;
      }
    }
}

}  // namespace
}  // namespace isomer::in_place
