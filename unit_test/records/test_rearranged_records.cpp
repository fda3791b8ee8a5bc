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
#include "records/move/in_place_move.hpp"

namespace isomer::records {
namespace {

using in_place::Limits;
using test::LeafList;
using test::RandomRecords;
using Exec = Kokkos::DefaultHostExecutionSpace;

std::string rearranged(LeafList const& leaves, RecordProblem problem, Limits const& limits) {
  problem.leaf_bytes = leaves.bytes;
  problem.in_place = true;
  auto const bytes = static_cast<std::size_t>(std::max(problem.src.bytes, problem.dst.bytes));
  auto const src = test::filled(problem.src, leaves, problem.count, bytes);
  in_place::GuardedBytes data(static_cast<std::int64_t>(bytes));
  std::copy(src.begin(), src.end(), data.data());
  auto const choice = in_place_move<Exec>(problem, limits);
  in_place::GuardedBytes workspace(static_cast<std::int64_t>(choice.estimate.workspace));
  choice.move->run(Exec(), data.data(), workspace.data());
  Exec().fence();
  if (!data.guards_are_intact()) return "a guard byte of the data";
  if (!workspace.guards_are_intact()) return "a guard byte of the workspace";
  return test::wrong_values(data.data(), problem.dst, leaves, problem.count);
}

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
    ASSERT_EQ(rearranged(leaves, problem, test::limits_with(4 << 10)), "")
        << count << " of " << problem.capacity << ": " << test::printed(problem.src) << " to "
        << test::printed(problem.dst) << ", leaves " << testing::PrintToString(leaves.bytes);
  }
}

}  // namespace
}  // namespace isomer::records
