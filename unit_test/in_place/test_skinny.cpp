// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include "cost/models.hpp"
#include "in_place/matrix_case.hpp"
#include "in_place/panel/panel.hpp"

namespace isomer::in_place {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;

Limits limits_with(int workers, std::size_t workspace = std::size_t{1} << 30) {
  return {workspace, detail::host_machine(workers), &detail::model_in_use().rates};
}

bool transposes(Step const& step, Limits const& limits) {
  SCOPED_TRACE(testing::Message() << testing::PrintToString(step) << ", " << limits.threads()
                                  << " workers");
  auto const estimate = skinny<Exec>().estimate(step, limits);
  EXPECT_TRUE(estimate);
  if (!estimate) return false;
  Exec const exec;
  bool good = true;
  for (int which = 0; which < fills_for(step.chunk_bytes); ++which) {
    GuardedBytes data(step.bytes(), 8);
    data.fill(step.chunk_bytes, which);
    GuardedBytes const before = data;
    GuardedBytes workspace(static_cast<std::int64_t>(estimate->workspace));
    skinny<Exec>().prepare(step, limits)->run(exec, data.data(), workspace.data());
    exec.fence();
    auto const transposed = is_transposed(data, before, step);
    EXPECT_TRUE(transposed);
    auto const intact = workspace.guards_are_intact();
    EXPECT_TRUE(intact) << "of the workspace";
    good = good && transposed && intact;
  }
  return good;
}

TEST(Skinny, TurnsRecordsOfAnyNumberOfFieldsIntoColumnsAndBack) {
  for (std::int64_t const word : {1, 2, 4, 8, 16, 24})
    for (std::int64_t fields = 2; fields <= 32; ++fields)
      for (std::int64_t const records : {64, 1003})
        for (int const workers : {1, 2, 3}) {
          ASSERT_TRUE(transposes({1, records, 1, fields, word}, limits_with(workers)));
          ASSERT_TRUE(transposes({1, fields, 1, records, word}, limits_with(workers)));
        }
}

TEST(Skinny, TransposesBatches) {
  for (std::int64_t const fields : {3, 8, 31})
    ASSERT_TRUE(transposes({5, fields, 1, 20003, 4}, limits_with(2)));
}

TEST(Skinny, LeavesWiderMatricesToPanels) {
  EXPECT_TRUE(skinny<Exec>().estimate({1, 100000, 1, 32, 8}, limits_with(2)));
  EXPECT_FALSE(skinny<Exec>().estimate({1, 33, 1, 100000, 8}, limits_with(2)));
  EXPECT_TRUE(panel<Exec>().estimate({1, 33, 1, 100000, 8}, limits_with(2)));
}

TEST(Skinny, KeepsWithinTwoPercentAndEightMegabytesAThread) {
  for (std::int64_t fields = 2; fields <= 31; ++fields)
    for (std::int64_t const records : {10'000, 1'000'000, 10'000'000})
      for (std::int64_t const word : {4, 8}) {
        Step const step{1, records, 1, fields, word};
        std::size_t const limit =
            static_cast<std::size_t>(step.bytes()) / 50 + (std::size_t{8} << 20);
        EXPECT_TRUE(skinny<Exec>().estimate(step, limits_with(1, limit)))
            << fields << " fields of " << word << " bytes, " << records << " records";
      }
}

}  // namespace
}  // namespace isomer::in_place
