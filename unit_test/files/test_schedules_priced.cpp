// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <atomic>
#include <cmath>
#include <cstring>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <isomer/error.hpp>

#include "files/no_threads.hpp"
#include "files/offer/choose.hpp"
#include "files/offer/disk.hpp"
#include "files/offer/options.hpp"
#include "files/offer/price.hpp"
#include "files/schedule/steps.hpp"
#include "schedule_medium.hpp"

namespace isomer::files::test {
namespace {

/// Two groups: one reads two ranges and writes one, the other does nothing.
class TwoGroups : public Schedule {
 public:
  explicit TwoGroups(bool ring) : ring_(ring) {}
  Way way() const override { return ring_ ? Way::ring : Way::slots; }
  Geometry geometry() const override { return {4096, 1 << 20, 0, 1 << 20}; }
  std::uint64_t groups() const override { return 2; }
  Group group(std::uint64_t t) const override {
    Group group;
    if (t == 1) return group;
    group.reads = {{Where::file, 0, 2, 0}, {Where::file, 8, 1, 8192}};
    group.writes = {{Where::file, 20, 3, 0}};
    group.in_bytes = group.out_bytes = 12288;
    return group;
  }
  std::uint64_t spare_pages() const override { return 0; }
  int passes() const override { return 1; }
  bool through_ring() const override { return ring_; }
  std::vector<std::uint64_t> numbers() const override { return {}; }

 private:
  bool ring_;
};

/// Reads pages 4, 0 to 3 and 5 of the file to places of memory in this order, and page 6 beside it.
class Scattered final : public TwoGroups {
 public:
  Scattered() : TwoGroups(false) {}
  Group group(std::uint64_t t) const override {
    Group group = TwoGroups::group(t);
    if (t == 0)
      group.reads = {{Where::file, 4, 1, 0},
                     {Where::file, 0, 4, 4096},
                     {Where::file, 5, 1, 20480},
                     {Where::spare, 6, 1, 24576}};
    return group;
  }
};

Disk simple_disk() {
  Disk disk;
  disk.read = {1e6, 1000};
  disk.write = {5e5, 2000};
  disk.flush_seconds = 0;
  disk.move_rate = 1e12;
  disk.page = 256;
  return disk;
}

TEST(PricedSchedules, CountRequestsBytesAndFlushes) {
  Price const all = price(TwoGroups(false), simple_disk());
  EXPECT_EQ(all.read_bytes, 12288U);
  EXPECT_EQ(all.written_bytes, 12288U);
  EXPECT_EQ(all.reads, 2U);
  EXPECT_EQ(all.writes, 1U);
  EXPECT_EQ(all.flushes, 2U);
  EXPECT_EQ(all.group_bytes, 12288U);
  EXPECT_NEAR(all.seconds, (12288 + 2000) / 1e6 + (12288 + 2000) / 5e5, 1e-9);
}

TEST(PricedSchedules, CountPagesThatFollowEachOtherInAFileOnce) {
  EXPECT_EQ(price(Scattered(), simple_disk()).reads, 2U);
}

TEST(PricedSchedules, OfRowsThatBeginAlikeAssembleWholePieces) {
  // 64 rows of 32 pages behind a header of 128 bytes.
  FileArray const array{128, {64, 16384}, 8, Order::c};
  Limits limits;
  limits.file_bytes = 128 + array.extents[0] * array.extents[1] * 8;
  limits.memory = 1 << 24;
  limits.spare = limits.file_bytes;
  limits.way = Way::wide;
  Disk disk = simple_disk();
  disk.page = 4096;
  Choice const choice = choose(array, {1, 0}, limits, disk, true);
  auto const& pass = choice.taken().price.passes.back();
  // Pieces of a group follow each other but for the gap behind each row, and one row in 32 has
  // its part of the page that two groups share elsewhere.
  EXPECT_LT(pass.reads, 2 * 64 + 4 * pass.writes) << choice.words;
  EXPECT_LT(pass.read_bytes, 1.08 * 64 * 16384 * 8) << choice.words;
}

TEST(PricedSchedules, TheRingIsWrittenToo) {
  Price const all = price(TwoGroups(true), simple_disk());
  EXPECT_EQ(all.written_bytes, 2 * 12288U);
  EXPECT_EQ(all.writes, 2U);
}

TEST(PricedSchedules, WaitForFlushesThatReadsDoNotHide) {
  Disk disk = simple_disk();
  double const before = price(TwoGroups(false), disk).seconds;
  disk.flush_seconds = 1;
  // The first hides what it reads, the second reads nothing.
  EXPECT_NEAR(price(TwoGroups(false), disk).seconds - before, 2 - (12288 + 2000) / 1e6, 1e-9);
}

TEST(PricedSchedules, WaitForMovesThatTheDiskDoesNotHide) {
  Disk disk = simple_disk();
  disk.move_rate = 1000;
  EXPECT_NEAR(price(TwoGroups(false), disk).seconds, 12.288, 1e-6);
}

TEST(PricedSchedules, OfSomeGroupsAreAboutThoseOfAll) {
  FileArray const array{128, {3000, 700}, 8, Order::c};
  Limits limits;
  limits.file_bytes = 128 + std::uint64_t{3000} * 700 * 8;
  limits.memory = 1 << 21;
  limits.spare = limits.file_bytes;
  for (Way const way : {Way::transfer, Way::slots, Way::blocks}) {
    limits.way = way;
    Choice const choice = choose(array, {1, 0}, limits, simple_disk(), true);
    ASSERT_GT(choice.schedule->groups(), 40U);
    Price const all = price(*choice.schedule, simple_disk());
    Price const some = price(*choice.schedule, simple_disk(), 32);
    EXPECT_NEAR(some.seconds / all.seconds, 1, 0.1) << name_of(way);
    EXPECT_GE(all.read_bytes, array.extents[0] * array.extents[1] * 8 *
                                  static_cast<std::uint64_t>(choice.taken().passes));
  }
}

using OptionsOf = std::vector<Option>(Problem const&, Room const&, Disk const&, std::string&);

/// How far estimates of a problem's options are from the prices of their schedules, by factors, and
/// for how many options with room on the disk.
struct Estimates {
  Estimates(OptionsOf* options_of, Way way, std::vector<std::uint64_t> extents,
            std::vector<std::size_t> axes, std::uint64_t offset) {
    Problem const problem{256, offset, 8, std::move(extents), axes};
    Room const room{problem.bytes() / 16, problem.bytes()};
    Disk disk = simple_disk();
    disk.flush_seconds = 1e-3;
    std::string why;
    for (Option const& option : options_of(problem, room, disk, why)) {
      Numbers numbers{way, offset + problem.bytes(), problem, {option.step}};
      numbers.steps[0].order = axes;
      Steps const schedule(numbers);
      if (schedule.spare_pages() * problem.page > room.spare) continue;
      double const factor = option.seconds / price(schedule, disk).seconds;
      least = std::min(least, factor);
      most = std::max(most, factor);
      ++count;
    }
  }
  double least = 1;
  double most = 1;
  int count = 0;
};

/// The cheapest few by estimate are looked at as schedules, so these have to be about right.
TEST(EstimatedOptions, AreAboutWhatTheirSchedulesCost) {
  struct Asked {
    OptionsOf* options_of;
    Way way;
    std::vector<std::uint64_t> extents;
    std::vector<std::size_t> axes;
    std::uint64_t offset;
  };
  for (Asked const& asked : {
           Asked{slots_options, Way::slots, {3000, 700}, {1, 0}, 128},
           Asked{slots_options, Way::slots, {3072, 704}, {1, 0}, 0},
           Asked{wide_options, Way::wide, {70, 30000}, {1, 0}, 128},
           Asked{wide_options, Way::wide, {64, 32768}, {1, 0}, 128},
           Asked{wide_options, Way::wide, {300, 12001}, {1, 0}, 64},
           Asked{blocks_options, Way::blocks, {1500, 1400}, {1, 0}, 128},
           Asked{blocks_options, Way::blocks, {15000, 140}, {1, 0}, 128},
           Asked{chunks_options, Way::slots, {40, 60, 1024}, {1, 0, 2}, 256},
       }) {
    Estimates const found(asked.options_of, asked.way, asked.extents, asked.axes, asked.offset);
    EXPECT_GT(found.count, 0) << name_of(asked.way) << ' ' << asked.extents[0];
    EXPECT_GT(found.least, 0.9) << name_of(asked.way) << ' ' << asked.extents[0];
    EXPECT_LT(found.most, 1.2) << name_of(asked.way) << ' ' << asked.extents[0];
  }
}

TEST(ChosenSchedules, AreTheCheapestAndSayWhy) {
  FileArray const array{80, {1000, 900}, 8, Order::c};
  Limits limits;
  limits.file_bytes = 80 + std::uint64_t{1000} * 900 * 8;
  limits.memory = 1 << 21;
  limits.spare = limits.file_bytes;
  Choice const choice = choose(array, {1, 0}, limits, simple_disk(), true);
  ASSERT_EQ(choice.offers.size(), 5U);
  EXPECT_EQ(choice.taken().way, choice.schedule->way());
  for (Offer const& offer : choice.offers) {
    EXPECT_TRUE(!offer.why_not.empty() || offer.price.seconds >= choice.taken().price.seconds);
    EXPECT_NE(choice.words.find(name_of(offer.way)), std::string::npos);
  }
  for (char const* const word :
       {"pass 1: reads", "spare disk", "memory", "about", "not ring: it is no square"})
    EXPECT_NE(choice.words.find(word), std::string::npos) << choice.words;
}

TEST(ChosenSchedules, SayWhyThereIsNone) {
  FileArray const array{0, {1000, 900}, 8, Order::c};
  Limits limits;
  limits.file_bytes = std::uint64_t{1000} * 900 * 8;
  limits.memory = 1 << 21;
  limits.spare = 1 << 14;
  limits.no_new_file = "it has 2 hard links";
  try {
    choose(array, {1, 0}, limits, simple_disk(), true);
    FAIL();
  } catch (Error const& error) {
    std::string const text = error.what();
    for (char const* const reason :
         {"transfer: it has 2 hard links", "slots: the spare disk is too small", "ring: "})
      EXPECT_NE(text.find(reason), std::string::npos) << text;
  }
}

TEST(ChosenSchedules, AreNoneWhereNothingMoves) {
  Limits limits;
  limits.file_bytes = 10000;
  limits.memory = 1 << 20;
  Disk const disk;
  EXPECT_EQ(choose({0, {10, 1, 10}, 8, Order::c}, {1, 0, 2}, limits, disk, true).schedule, nullptr);
  EXPECT_EQ(choose({0, {10, 0}, 8, Order::c}, {1, 0}, limits, disk, true).schedule, nullptr);
  EXPECT_NE(choose({0, {10, 1, 10}, 8, Order::c}, {1, 0, 2}, limits, disk, false).schedule,
            nullptr);
}

TEST(ChosenSchedules, RefuseBadArguments) {
  Limits limits;
  limits.file_bytes = 799;
  limits.memory = 1 << 20;
  Disk const disk;
  EXPECT_THROW(choose({0, {10, 10}, 8, Order::c}, {1, 0}, limits, disk, true), Error);
  limits.file_bytes = 800;
  EXPECT_THROW(choose({0, {10, 10}, 8, Order::c}, {1, 1}, limits, disk, true), Error);
  EXPECT_THROW(choose({0, {10, 10}, 8, Order::c}, {1}, limits, disk, true), Error);
  EXPECT_THROW(choose({0, {10, 10}, 8, Order::c}, {1, 2}, limits, disk, true), Error);
  EXPECT_THROW(choose({0, {10, 10}, 65, Order::c}, {1, 0}, limits, disk, true), Error);
  EXPECT_THROW(choose({0, {}, 8, Order::c}, {}, limits, disk, true), Error);
  std::uint64_t const huge = std::uint64_t{1} << 40;
  EXPECT_THROW(choose({0, {huge, huge}, 8, Order::c}, {1, 0}, limits, disk, true), Error);
}

/// Counts what is asked of it.
class CountingFile final : public StoreFile {
 public:
  explicit CountingFile(std::uint64_t bytes) : bytes_(bytes) {}
  std::string const& path() const override { return path_; }
  FileFacts facts() override { return {bytes_, bytes_, 1, 1}; }
  void read(std::uint64_t at, std::span<std::byte> to) override {
    outside = outside || at % 4096 != 0 || at + to.size() > bytes_;
    ++reads;
  }
  void write(std::uint64_t at, std::span<std::byte const> from) override {
    outside = outside || at % 4096 != 0 || at < lowest || at + from.size() > bytes_;
    ++writes;
  }
  void sync() override { ++syncs; }
  void resize(std::uint64_t) override { outside = true; }
  void allocate(std::uint64_t, std::uint64_t) override { outside = true; }
  void punch(std::uint64_t, std::uint64_t) override { outside = true; }
  bool lock() override { return true; }
  bool is_held() override { return false; }
  void take_attributes(StoreFile&) override {}

  std::uint64_t lowest = 0;
  std::atomic<bool> outside{false};
  std::atomic<int> reads{0};
  std::atomic<int> writes{0};
  std::atomic<int> syncs{0};

 private:
  std::string path_ = "counted";
  std::uint64_t bytes_;
};

TEST(MeasuredDisks, AreReadAnywhereAndWrittenWhereTheyMayBe) {
  CountingFile file(std::uint64_t{1} << 23);
  CountingFile room(std::uint64_t{1} << 24);
  room.lowest = std::uint64_t{1} << 23;
  Disk const disk = measure(file, &room, std::uint64_t{1} << 23, std::uint64_t{1} << 23, {}, 0.05);
  EXPECT_FALSE(file.outside || room.outside);
  EXPECT_GT(file.reads, 0);
  EXPECT_EQ(file.writes, 0);
  EXPECT_GT(room.writes, 0);
  EXPECT_GT(room.syncs, 0);
  EXPECT_GT(disk.read.rate, 0);
  EXPECT_GT(disk.write.rate, 0);
  EXPECT_GE(disk.read.half, 0);
}

TEST(MeasuredDisks, NeedNoThreads) {
  CountingFile file(std::uint64_t{1} << 23);
  isomer::test::NoThreads const none;
  Disk const disk = measure(file, nullptr, 0, 0, {}, 0.05);
  EXPECT_GT(file.reads, 0);
  EXPECT_GT(disk.read.rate, 0);
}

TEST(MeasuredDisks, AreAsTheyWereThoughtToBeWhereLittleMayBeDone) {
  CountingFile file(1000);
  Disk const like = default_disk(DiskKind::spinning);
  Disk const disk = measure(file, nullptr, 0, 0, like, 0.05);
  EXPECT_EQ(disk.read.rate, like.read.rate);
  EXPECT_EQ(disk.write.half, like.write.half);
  EXPECT_EQ(file.reads, 0);
}

}  // namespace
}  // namespace isomer::files::test
