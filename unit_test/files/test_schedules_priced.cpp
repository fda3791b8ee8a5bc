// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <atomic>
#include <cmath>
#include <cstring>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <isomer/error.hpp>

#include "files/offer/choose.hpp"
#include "files/offer/disk.hpp"
#include "files/offer/price.hpp"
#include "schedule_medium.hpp"

namespace isomer::files::test {
namespace {

/// Two groups: one reads two ranges and writes one, the other does nothing.
class TwoGroups final : public Schedule {
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
