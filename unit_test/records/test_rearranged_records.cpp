// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "limits_of_records.hpp"
#include "random_records.hpp"
#include "rearranged.hpp"
#include "record_case.hpp"

namespace isomer::records {
namespace {

using test::LeafList;
using test::RandomRecords;

TEST(RearrangedRecords, OfRandomArrangementsAreRight) {
  RandomRecords random(11);
  for (int round = 0; round < 800; ++round) {
    LeafList const leaves = random.record();
    std::int64_t const count = random.up_to(round % 3 == 0 ? 6000 : 600);
    RecordProblem problem;
    problem.count = count;
    problem.capacity = count + (round % 2 == 0 ? 0 : random.up_to(200));
    problem.src = random.layout(leaves, problem.capacity, 128);
    problem.dst = random.layout(leaves, problem.capacity, 128);
    ASSERT_EQ(test::rearranged(leaves, problem, test::limits_with(4 << 10)), "")
        << count << " of " << problem.capacity << ": " << test::printed(problem.src) << " to "
        << test::printed(problem.dst) << ", leaves " << testing::PrintToString(leaves.bytes);
  }
}

/// Panels that close up or spread, of padded records and of tiles without padding: buffered at
/// first or at last, and past the caches in lines where the data begin with one.
TEST(RearrangedRecords, OfTwoSizesInOneRegionAreRight) {
  for (auto const& bytes :
       {std::vector<std::int32_t>{8, 4, 4, 2, 1}, {4, 4, 4, 8, 1}, {8, 1}, {16, 1, 2}}) {
    LeafList const leaves = test::struct_of(bytes);
    for (std::int64_t const tile : {2, 8, 64, 512})
      for (bool const spreads : {false, true})
        for (int const misalignment : {0, 8}) {
          RecordProblem problem;
          problem.count = problem.capacity = 60'000 + tile;
          problem.src = test::aos(leaves, problem.count);
          problem.dst = test::tiled(leaves, problem.count, tile);
          if (spreads) std::swap(problem.src, problem.dst);
          for (std::int64_t const l2_bytes : {4 << 10, 64 << 20})
            ASSERT_EQ(test::rearranged(leaves, problem, test::limits_with(l2_bytes), misalignment),
                      "")
                << test::printed(problem.src) << " to " << test::printed(problem.dst) << ", "
                << misalignment << ", second-level cache " << l2_bytes;
        }
  }
}

/// Each panel is written over the one before it, which another thread is reading.
TEST(RearrangedRecords, OfAlmostOneSizeWaitForTheirNeighbours) {
  LeafList const leaves = test::struct_of({1021, 2});
  RecordProblem problem;
  problem.count = problem.capacity = 64 * 120;
  problem.src = test::aos(leaves, problem.count);
  problem.dst = test::tiled(leaves, problem.count, 64);
  ASSERT_EQ(problem.src.bytes - problem.dst.bytes, problem.count);
  EXPECT_EQ(test::rearranged(leaves, problem, test::limits_with(4 << 10)), "");
  std::swap(problem.src, problem.dst);
  EXPECT_EQ(test::rearranged(leaves, problem, test::limits_with(4 << 10)), "");
}

}  // namespace
}  // namespace isomer::records
