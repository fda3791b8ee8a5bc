// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include "in_place/matrix_case.hpp"
#include "limits_of_records.hpp"
#include "random_records.hpp"
#include "record_case.hpp"
#include "records/move/copy_plan.hpp"

namespace isomer::records {
namespace {

using test::LeafList;
using test::RandomRecords;
using Exec = Kokkos::DefaultHostExecutionSpace;

constexpr std::byte untouched{0x5A};

/// Copies `count` records; also checks that nothing else is written.
std::string copied(LeafList const& leaves, RecordProblem problem, Limits const& limits) {
  problem.leaf_bytes = leaves.bytes;
  auto const src =
      test::filled(problem.src, leaves, problem.count, static_cast<std::size_t>(problem.src.bytes));
  in_place::GuardedBytes dst(problem.dst.bytes);
  std::byte* const data = dst.data();
  std::fill_n(data, problem.dst.bytes, untouched);
  copy_plan<Exec>(problem, limits)->run(Exec(), data, src.data(), nullptr);
  Exec().fence();
  if (!dst.guards_are_intact()) return "a guard byte";
  if (!test::all_are(untouched, data, problem.dst, leaves, problem.count, problem.capacity))
    return "a record behind the last";
  return test::wrong_values(data, problem.dst, leaves, problem.count);
}

TEST(CopiedRecords, OfRandomArrangementsAreRight) {
  RandomRecords random(7);
  for (int round = 0; round < 600; ++round) {
    LeafList const leaves = random.record();
    std::int64_t const count = random.up_to(round % 3 == 0 ? 3000 : 300);
    std::int64_t const behind = random.up_to(70);
    std::int64_t const capacity = round % 5 == 0 ? (count + 63) / 64 * 64 : count + behind;
    RecordProblem problem;
    problem.count = count;
    problem.capacity = capacity;
    problem.src = random.layout(leaves, capacity);
    problem.dst = random.layout(leaves, capacity);
    std::int64_t const l2_bytes = round % 2 == 0 ? std::int64_t{4} << 10 : std::int64_t{1} << 20;
    Limits limits = test::limits_with(l2_bytes);
    // Shorter vectors than half a line do not stream what is whole lines.
    if (round % 3 == 0) limits.machine.isa.vector_bytes = 16;
    ASSERT_EQ(copied(leaves, problem, limits), "")
        << count << " of " << capacity << ": " << test::printed(problem.src) << " to "
        << test::printed(problem.dst) << ", leaves " << testing::PrintToString(leaves.bytes);
  }
}

}  // namespace
}  // namespace isomer::records
