// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include "cost/models.hpp"
#include "random_records.hpp"
#include "record_case.hpp"
#include "records/move/in_place_move.hpp"

namespace isomer::records {
namespace {

using in_place::Limits;
using test::LeafList;
using test::RandomRecords;
using Exec = Kokkos::DefaultHostExecutionSpace;

constexpr std::byte untouched{0x5A};
constexpr std::size_t guard = 256;

/// With panels of an eighth of so many bytes.
Limits limits_with(std::int64_t l2_bytes) {
  auto machine = detail::host_machine(2);
  machine.l2_bytes = l2_bytes;
  return {std::size_t{1} << 30, machine, &detail::model_in_use().rates};
}

/// Bytes between guards.
class Guarded {
 public:
  explicit Guarded(std::size_t bytes) : bytes_(bytes + 2 * guard, untouched) {}
  std::byte* data() { return bytes_.data() + guard; }
  bool is_intact() const {
    return std::all_of(bytes_.begin(), bytes_.begin() + guard, is_untouched) &&
           std::all_of(bytes_.end() - guard, bytes_.end(), is_untouched);
  }

 private:
  static bool is_untouched(std::byte byte) { return byte == untouched; }
  std::vector<std::byte> bytes_;
};

std::string rearranged(LeafList const& leaves, RecordProblem problem, Limits const& limits) {
  problem.leaf_bytes = leaves.bytes;
  problem.in_place = true;
  auto const bytes = static_cast<std::size_t>(std::max(problem.src.bytes, problem.dst.bytes));
  auto const src = test::filled(problem.src, leaves, problem.count, bytes);
  Guarded data(bytes);
  std::copy(src.begin(), src.end(), data.data());
  auto const choice = in_place_move<Exec>(problem, limits);
  Guarded workspace(choice.estimate.workspace);
  choice.move->run(Exec(), data.data(), workspace.data());
  Exec().fence();
  if (!data.is_intact()) return "a guard byte of the data";
  if (!workspace.is_intact()) return "a guard byte of the workspace";
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
    ASSERT_EQ(rearranged(leaves, problem, limits_with(4 << 10)), "")
        << count << " of " << problem.capacity << ": " << test::printed(problem.src) << " to "
        << test::printed(problem.dst) << ", leaves " << testing::PrintToString(leaves.bytes);
  }
}

}  // namespace
}  // namespace isomer::records
