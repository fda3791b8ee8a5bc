// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "limits_of_records.hpp"
#include "random_records.hpp"
#include "rearranged.hpp"
#include "record_case.hpp"
#include "records/move/panel_layout.hpp"

/// Each arrangement to each other one and back, on the same memory.
namespace isomer::records {
namespace {

using test::LeafList;

/// Plain ones, and two clusterings that take the leaves apart and in another order.
std::vector<RecordLayout> arrangements(LeafList const& leaves, std::int64_t capacity) {
  std::vector<int> others;
  for (std::size_t k = 2; k < leaves.bytes.size(); ++k) others.push_back(static_cast<int>(k));
  std::vector<int> all_but_second = others;
  all_but_second.insert(all_but_second.begin(), 0);
  return {test::aos(leaves, capacity),
          test::soa(leaves, capacity),
          test::tiled(leaves, capacity, 8),
          test::tiled(leaves, capacity, 64),
          test::clusters(leaves, capacity, {{{1}, 1}, {all_but_second, 8}}),
          test::clusters(leaves, capacity, {{{1, 0}, 64}, {others, 0}})};
}

class OnOneMemory {
 public:
  OnOneMemory(LeafList const& leaves, RecordLayout const& first, RecordLayout const& second,
              std::int64_t count, std::int64_t capacity)
      : leaves_(leaves), first_(first), second_(second), count_(count), capacity_(capacity) {}

  /// What is wrong with a change there and one back; empty if nothing is.
  std::string wrong() const {
    auto const filled = test::filled(first_, leaves_, count_, bytes());
    in_place::GuardedBytes data(static_cast<std::int64_t>(bytes()));
    std::copy(filled.begin(), filled.end(), data.data());
    if (!change(data, first_, second_)) return "a guard byte, there";
    if (auto const found = test::wrong_values(data.data(), second_, leaves_, count_);
        !found.empty())
      return found + ", there";
    test::poison_gaps(data.data(), second_, leaves_, count_, bytes());
    if (!change(data, second_, first_)) return "a guard byte, back";
    return are_as(filled, data) ? "" : "a value, back";
  }

 private:
  std::size_t bytes() const {
    return static_cast<std::size_t>(std::max(first_.bytes, second_.bytes));
  }

  /// Whether the guards of the data and of the workspace are intact then.
  bool change(in_place::GuardedBytes& data, RecordLayout const& src,
              RecordLayout const& dst) const {
    using Exec = Kokkos::DefaultHostExecutionSpace;
    RecordProblem const problem{count_, capacity_, true, leaves_.bytes, src, dst};
    auto const choice = in_place_move<Exec>(problem, test::limits_with(4 << 10));
    in_place::GuardedBytes workspace(static_cast<std::int64_t>(choice.estimate.workspace));
    choice.move->run(Exec(), data.data(), workspace.data());
    Exec().fence();
    return data.guards_are_intact() && workspace.guards_are_intact();
  }

  /// But for what lies between the values.
  bool are_as(std::vector<std::byte> filled, in_place::GuardedBytes& data) const {
    test::poison_gaps(filled.data(), first_, leaves_, count_, bytes());
    test::poison_gaps(data.data(), first_, leaves_, count_, bytes());
    return std::equal(filled.data(), filled.data() + bytes(), data.data());
  }

  LeafList const& leaves_;
  RecordLayout const& first_;
  RecordLayout const& second_;
  std::int64_t count_, capacity_;
};

/// Up to a tile of 64 and a few, around some more tiles, and many panels.
std::vector<std::int64_t> counts() {
  std::vector<std::int64_t> all;
  for (std::int64_t n = 0; n <= 70; ++n) all.push_back(n);
  for (std::int64_t const around : {128, 192})
    for (std::int64_t const more : {-1, 0, 1}) all.push_back(around + more);
  all.push_back(5003);
  return all;
}

TEST(RearrangedRecords, AreTheSameThereAndBackBetweenAnyTwoArrangements) {
  for (auto const& bytes : {std::vector<std::int32_t>{8, 4, 4, 2, 1}, {12, 8, 1}}) {
    LeafList const leaves = test::struct_of(bytes);
    for (std::int64_t const count : counts())
      for (std::int64_t const capacity : {count, count + 13}) {
        auto const all = arrangements(leaves, capacity);
        for (RecordLayout const& first : all)
          for (RecordLayout const& second : all)
            ASSERT_EQ(OnOneMemory(leaves, first, second, count, capacity).wrong(), "")
                << count << " of " << capacity << ": " << test::printed(first) << " to "
                << test::printed(second) << ", leaves " << testing::PrintToString(bytes);
      }
  }
}

TEST(RearrangedRecords, MayHaveAsManyLeavesAsThereIsRoomForInAPlan) {
  LeafList const leaves = test::struct_of(std::vector<std::int32_t>(max_leaves, 2));
  std::int64_t const count = 777;
  EXPECT_EQ(
      OnOneMemory(leaves, test::aos(leaves, count), test::soa(leaves, count), count, count).wrong(),
      "");
}

}  // namespace
}  // namespace isomer::records
