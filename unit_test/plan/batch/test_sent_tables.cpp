// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/batch/sent_tables.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <set>
#include <vector>

/// What tables are sent from, with a device that passes marks when the test says so.
namespace isomer::test {
namespace {

using HostExec = Kokkos::DefaultHostExecutionSpace;

/// Counts what happens to all marks.
class CountedMark {
 public:
  static inline int set_marks = 0;
  static inline int waits = 0;
  static inline bool device_is_done = false;

  static void start() {
    set_marks = waits = 0;
    device_is_done = false;
  }

  void set(HostExec const&) {
    ++set_marks;
    is_passed_ = false;
  }
  bool is_passed() const { return is_passed_ || device_is_done; }
  void wait() {
    if (!is_passed()) ++waits;
    is_passed_ = true;
  }

 private:
  bool is_passed_ = true;
};
using Tables = detail::SentTables<CountedMark>;

TEST(SentTables, AreSentFromMemoryThatNoOtherTransferReads) {
  CountedMark::start();
  Tables tables;
  std::set<std::byte*> used;
  for (std::size_t k = 0; k < Tables::most_kept; ++k) {
    auto buffer = tables.take();
    ASSERT_NE(buffer, nullptr);
    EXPECT_TRUE(used.insert(buffer->data.get()).second) << "its transfer is under way";
    buffer->mark.set(HostExec());
    tables.give_back(std::move(buffer));
  }
  EXPECT_EQ(CountedMark::waits, 0);
  auto const oldest = tables.take();
  EXPECT_EQ(CountedMark::waits, 1) << "no more are kept";
  EXPECT_FALSE(used.insert(oldest->data.get()).second);
  CountedMark::device_is_done = true;
  auto const next = tables.take();
  EXPECT_NE(next->data, oldest->data);
  EXPECT_FALSE(used.insert(next->data.get()).second);
  EXPECT_EQ(CountedMark::waits, 1);
}

TEST(SentTables, FreesThemWhenTheyHaveBeenRead) {
  CountedMark::start();
  Tables tables;
  auto buffer = tables.take();
  buffer->mark.set(HostExec());
  tables.give_back(std::move(buffer));
  tables.clear();
  EXPECT_EQ(CountedMark::waits, 1);
}

TEST(SentTables, OfAnySizeArriveAndOnlyLargeOnesAreWaitedFor) {
  struct Row {
    std::size_t bytes;
    int marks;
  };
  for (Row const& row : {Row{1, 1}, Row{Tables::bytes_each, 1}, Row{Tables::bytes_each + 1, 0}}) {
    CountedMark::start();
    Tables tables;
    std::vector<std::byte> to(row.bytes);
    {
      std::vector<std::byte> const from(row.bytes, std::byte{7});  // may go when it has been sent
      detail::send(tables, HostExec(), to.data(), from.data(), from.size());
    }
    HostExec().fence();
    EXPECT_EQ(to, std::vector<std::byte>(row.bytes, std::byte{7}));
    EXPECT_EQ(CountedMark::set_marks, row.marks);
  }
}

}  // namespace
}  // namespace isomer::test
