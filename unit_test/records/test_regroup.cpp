// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

#include <gtest/gtest.h>

#include "in_place/matrix_case.hpp"
#include "random_records.hpp"
#include "record_case.hpp"
#include "records/move/buffered_panels.hpp"
#include "records/move/panel_layout.hpp"
#include "records/move/regroup.hpp"

namespace isomer::records {
namespace {

using in_place::GuardedBytes;
using test::LeafList;
using test::RandomRecords;

/// A panel whose segments lie anywhere.
struct Side {
  Side(PanelLayout const& panel, int fill) : layout(panel) {
    int misalignment = 0;
    for (PanelSegment const& part : panel.segment) {
      segment.emplace_back(part.bytes, misalignment += 8);
      segment.back().fill(1, fill);
      place.push_back(reinterpret_cast<char*>(segment.back().data()));
    }
  }

  char* value(std::size_t leaf, std::int64_t record) const {
    LeafRuns const& at = layout.leaf[leaf];
    return place[static_cast<std::size_t>(at.segment)] + at.at(record);
  }

  PanelLayout const& layout;
  std::deque<GuardedBytes> segment;
  std::vector<char*> place;
};

TEST(RegroupTurns, AreAsManyAsTheySayAndMoveAllRecords) {
  RandomRecords random(3);
  for (int round = 0; round < 300; ++round) {
    LeafList const leaves = random.record();
    RecordProblem problem;
    problem.count = problem.capacity = 4096;
    problem.leaf_bytes = leaves.bytes;
    problem.src = random.layout(leaves, problem.capacity, 128);
    problem.dst = random.layout(leaves, problem.capacity, 128);
    std::int64_t const height = height_unit(problem) * (1 + 2 * random.up_to(3));
    std::int64_t const turn_bytes = 256 << (3 * random.up_to(2));
    PanelLayout const src = panel_layout(problem.src, problem.leaf_bytes, height);
    PanelLayout const dst = panel_layout(problem.dst, problem.leaf_bytes, height);
    Regroup const regroup(src, dst, turn_bytes);
    SCOPED_TRACE(testing::Message() << "round " << round << ": " << test::printed(problem.src)
                                    << " to " << test::printed(problem.dst) << ", panels of "
                                    << height << ", turns of " << turn_bytes);
    for (std::int64_t const count : {height, 1 + random.up_to(height - 1)}) {
      Side const from(src, 0);
      Side const to(dst, 1);
      GuardedBytes scratch(regroup.scratch_bytes());
      std::int64_t turns = 0;
      regroup.run(from.place.data(), to.place.data(), count,
                  reinterpret_cast<char*>(scratch.data()), [&] { ++turns; });
      EXPECT_EQ(turns, regroup.turns(count)) << count << " records";
      for (std::size_t leaf = 0; leaf < leaves.bytes.size(); ++leaf)
        for (std::int64_t i = 0; i < count; ++i)
          ASSERT_EQ(0, std::memcmp(to.value(leaf, i), from.value(leaf, i),
                                   static_cast<std::size_t>(leaves.bytes[leaf])))
              << "leaf " << leaf << " of record " << i << " of " << count;
      for (Side const* side : {&from, &to})
        for (GuardedBytes const& bytes : side->segment) ASSERT_TRUE(bytes.guards_are_intact());
      ASSERT_TRUE(scratch.guards_are_intact());
    }
  }
}

}  // namespace
}  // namespace isomer::records
