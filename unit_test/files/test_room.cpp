// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cerrno>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "crash_case.hpp"
#include "files/schedule/transfer.hpp"
#include "files/store/file_error.hpp"
#include "schedule_medium.hpp"

namespace isomer::files::test {
namespace {

/// 64 x 96 doubles behind a header: 24 groups of 64 runs of 32 bytes.
Numbers transferred() {
  Numbers numbers;
  numbers.way = Way::transfer;
  numbers.problem = {32, 64, 8, {96, 64}, {1, 0}};
  numbers.file_bytes = 64 + std::uint64_t{8} * 64 * 96;
  numbers.steps = {{Kind::transfer, 0, {1, 0}, {0, 32, 64, 32}}};
  return numbers;
}

struct Made {
  std::vector<MemoryStore::Range> rooms{};
  int writes_without_room = 0;
};

/// How the new file was given room, with so much disk to spare.
Made made_with(std::uint64_t spare) {
  auto const numbers = transferred();
  MemoryStore store(numbers.problem.page, 1);
  Bytes before(numbers.file_bytes);
  std::iota(before.begin(), before.end(), static_cast<unsigned char>(0));
  store.put("file", std::string(before.begin(), before.end()));
  Task task;
  task.path = "file";
  task.schedule = schedule_of(numbers.written());
  RunOptions options;
  options.threads = 0;
  options.spare = spare;
  run(store, task, options);
  Bytes const after = expected(numbers, before);
  EXPECT_EQ(store.content("file"), std::string(after.begin(), after.end()));
  return {store.rooms("file"), store.writes_without_room("file")};
}

TEST(RoomOfATransfer, IsFoundByEachWriteWhereNoneIsToSpare) {
  EXPECT_TRUE(made_with(0).rooms.empty());
}

TEST(RoomOfATransfer, IsMadeForSeveralGroupsAtOnceAndForEachWrite) {
  Made const made = made_with(1U << 30U);
  EXPECT_EQ(made.writes_without_room, 0);
  // Two times 16 groups: each of 64 rows goes on twice.
  EXPECT_GT(made.rooms.size(), 64U);
  EXPECT_LE(made.rooms.size(), 2 * 64U + 8);
  std::uint64_t bytes = 0;
  for (auto const& room : made.rooms) bytes += room.bytes;
  EXPECT_EQ(bytes, transferred().file_bytes);
}

TEST(RoomOfATransfer, IsForAsManyGroupsAsTheSpareDiskHolds) {
  auto const schedule = schedule_of(transferred().written());
  std::uint64_t const extra = schedule->extra_bytes();
  EXPECT_GT(extra, 0U);
  EXPECT_EQ(groups_ahead(*schedule, 0, 1000), 1U);
  EXPECT_EQ(groups_ahead(*schedule, extra, 1000), 1U);
  EXPECT_EQ(groups_ahead(*schedule, extra + 999, 1000), 1U);
  EXPECT_EQ(groups_ahead(*schedule, extra + 3000, 1000), 4U);
  EXPECT_EQ(groups_ahead(*schedule, extra + 1000000, 1000), 16U);
}

/// Bytes around the array are not given back before the end.
TEST(RoomOfATransfer, IsForAllThatLiesAroundTheArrayToo) {
  constexpr std::uint64_t before = 3200;
  constexpr std::uint64_t behind = 6400 + 7;
  for (std::uint64_t const run : {32U, 0U}) {
    auto numbers = transferred();
    numbers.steps[0].with[1] = run;
    std::uint64_t const alone = schedule_of(numbers.written())->extra_bytes();
    numbers.problem.offset += before;
    numbers.file_bytes += before + behind;
    EXPECT_EQ(schedule_of(numbers.written())->extra_bytes(), alone + before + behind) << run;
    numbers.way = Way::copy;
    EXPECT_EQ(schedule_of(numbers.written())->extra_bytes(), 0U);
  }
}

/// The file that grows goes where it cannot be locked for another reason than that there are no
/// locks.
TEST(Copies, ThatCannotBeLockedLeaveNothing) {
  auto numbers = transferred();
  numbers.way = Way::copy;
  for (int const code : {EIO, ENOLCK}) {
    MemoryStore store(numbers.problem.page, 1);
    store.put("file", std::string(numbers.file_bytes, 'x'));
    store.refuse_locks(code);
    Task task;
    task.path = "file";
    task.to = "new";
    task.schedule = schedule_of(numbers.written());
    RunOptions options;
    options.threads = 0;
    bool const is_made = code == ENOLCK;
    if (is_made) run(store, task, options);
    else EXPECT_THROW(run(store, task, options), FileError);
    auto const names =
        is_made ? std::vector<std::string>{"file", "new"} : std::vector<std::string>{"file"};
    EXPECT_EQ(store.names(), names);
  }
}

}  // namespace
}  // namespace isomer::files::test
