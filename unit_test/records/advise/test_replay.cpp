// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <set>

#include "records/advise/random_trace.hpp"
#include "records/advise/watch/replay.hpp"

/// What accesses touch in memory, against sets of bytes, lines and pages.
namespace isomer::records {
namespace {

using detail::Access;
using detail::KernelTrace;

using test::below;
using test::Random;
using test::random_trace;

constexpr std::int64_t capacity = test::trace_capacity;

std::int64_t address_of(Ground const& ground, Access const& access) {
  auto const leaf = static_cast<std::size_t>(access.leaf);
  auto const& at = ground.layout.leaf[leaf];
  auto const& region = ground.layout.region[static_cast<std::size_t>(at.region)];
  return region.begin + access.record / region.tile * region.block_bytes + at.offset +
         access.record % region.tile * ground.leaves[leaf].bytes;
}

/// The same by sets, one byte after the other.
struct BruteForce {
  std::set<std::int64_t> lines, written, pages, bytes;
  Touched sum;
  double items = 0;
  double neighbours = 0;

  void add(Ground const& ground, Access const& access, std::set<std::int64_t>& alone,
           Touched& item) {
    std::int64_t const begin = address_of(ground, access);
    for (std::int64_t b = begin;
         b < begin + ground.leaves[static_cast<std::size_t>(access.leaf)].bytes; ++b) {
      std::int64_t const line = b / ground.line_bytes;
      item.bytes += bytes.insert(b).second ? 1 : 0;
      item.lines += lines.insert(line).second ? 1 : 0;
      item.pages += pages.insert(b / ground.page_bytes).second ? 1 : 0;
      item.lines_alone += alone.insert(line).second ? 1 : 0;
      if (access.is_write) item.lines_written += written.insert(line).second ? 1 : 0;
    }
  }
};

/// Lines that are more than two from those before them.
double places_of(std::set<std::int64_t> const& lines) {
  double places = 0;
  std::int64_t last = -1000;
  for (std::int64_t const line : lines) {
    places += line > last + 2 ? 1 : 0;
    last = line;
  }
  return places;
}

Touched brute_force(Ground const& ground, KernelTrace const& trace,
                    std::vector<bool> const& counts) {
  BruteForce all;
  double alone_sum = 0;
  for (std::size_t k = 0; k < trace.item.size(); ++k) {
    bool const is_first = k % static_cast<std::size_t>(trace.group) == 0;
    if (is_first) {
      all.lines.clear();
      all.written.clear();
      all.pages.clear();
      all.bytes.clear();
    }
    Touched item;
    std::set<std::int64_t> alone;
    for (Access const& access : trace.item[k].access)
      if (counts[static_cast<std::size_t>(access.leaf)]) all.add(ground, access, alone, item);
    item.places = places_of(alone);
    alone_sum += item.lines_alone;
    ++all.items;
    if (is_first && trace.group > 1) continue;
    ++all.neighbours;
    all.sum = all.sum + item;
  }
  Touched mean = all.sum;
  for (auto* const value :
       {&mean.lines, &mean.lines_written, &mean.pages, &mean.bytes, &mean.places})
    *value /= all.neighbours;
  mean.lines_alone = alone_sum / all.items;
  return mean;
}

void expect_equal(Touched const& a, Touched const& b) {
  EXPECT_NEAR(a.lines, b.lines, 1e-9);
  EXPECT_NEAR(a.lines_written, b.lines_written, 1e-9);
  EXPECT_NEAR(a.pages, b.pages, 1e-9);
  EXPECT_NEAR(a.bytes, b.bytes, 1e-9);
  EXPECT_NEAR(a.lines_alone, b.lines_alone, 1e-9);
  EXPECT_NEAR(a.places, b.places, 1e-9);
  EXPECT_NEAR(a.singles + a.restarts, a.lines, a.lines);  // each line is in one kind or none
}

TEST(Replay, CountsAsSetsDo) {
  Random random(7);
  for (Arrangement const& arrangement : test::trace_arrangements()) {
    auto const layout = detail::record_layout(test::trace_record(), arrangement, capacity);
    for (int round = 0; round < 20; ++round) {
      Ground const ground{test::trace_record().leaves(), layout, 64, round % 2 == 0 ? 4096 : 1024};
      auto const trace = random_trace(random, 1 + below(random, 4), 1 + below(random, 64));
      std::vector<bool> counts(6);
      for (std::size_t l = 0; l < 6; ++l) counts[l] = below(random, 4) > 0;
      expect_equal(Replay(trace, 1 << 20).touched(ground, counts),
                   brute_force(ground, trace, counts));
    }
  }
}

KernelTrace home(std::int64_t first, std::int64_t items, std::vector<std::int32_t> const& leaves) {
  KernelTrace trace;
  trace.group = items;
  for (std::int64_t i = first; i < first + items; ++i) {
    trace.item.push_back({i, static_cast<std::int64_t>(leaves.size()), {}});
    for (std::int32_t const leaf : leaves) trace.item.back().access.push_back({i, leaf, false});
  }
  return trace;
}

Touched touched(KernelTrace const& trace, Arrangement const& arrangement,
                std::int64_t records_of_thread = 1) {
  auto const layout = detail::record_layout(test::trace_record(), arrangement, capacity);
  Ground const ground{.leaves = test::trace_record().leaves(),
                      .layout = layout,
                      .records_of_thread = records_of_thread};
  return Replay(trace, 1 << 20).touched(ground, std::vector<bool>(6, true));
}

TEST(Replay, StreamsGoOnWithinARegionAndBeginAgainInEachTile) {
  auto const trace = home(33, 64, {0, 1});
  EXPECT_EQ(touched(trace, SoA{}).restarts, 0);
  EXPECT_EQ(touched(trace, SoA{}).singles, 0);
  // Tile 1 begins in the middle: a and b.0 each where nothing was touched before.
  EXPECT_NEAR(touched(trace, tiled(64)).restarts * 63, 2, 1e-9);
  EXPECT_EQ(touched(trace, AoS{}).restarts, 0);
}

TEST(Replay, ArraysAreStreamsOfTheirOwn) {
  auto const trace = home(33, 64, {0, 1, 4, 5});
  EXPECT_EQ(touched(trace, AoS{}).places, 1);
  EXPECT_EQ(touched(trace, SoA{}).places, 4);
  EXPECT_EQ(touched(trace, tiled(8)).places, 1);
}

TEST(Replay, RecordsHereAndThereAreInNoStream) {
  KernelTrace trace = home(0, 32, {0});
  for (auto& item : trace.item) item.access.front().record = item.item * 397 % capacity;
  EXPECT_NEAR(touched(trace, AoS{}).singles, touched(trace, AoS{}).lines, 0.1);
  EXPECT_GT(touched(trace, AoS{}).singles, 0.9);
}

TEST(Replay, LinesThatOthersWriteAreShared) {
  KernelTrace trace = home(100, 64, {0});
  for (auto& item : trace.item) {
    item.access.front().record = (item.item + 500) % capacity;  // reads a there
    item.access.push_back({item.item, 5, true});                // writes d here
  }
  EXPECT_GT(touched(trace, AoS{}).shared,
            0.6);  // some records begin in one line and end in another
  EXPECT_EQ(touched(trace, SoA{}).shared, 0);
  EXPECT_EQ(touched(trace, tiled(64)).shared, 0);
  // A thread has its own lines where they are.
  EXPECT_EQ(touched(trace, AoS{}, capacity).shared, 0);
  EXPECT_EQ(touched(trace, AoS{}, 400).shared, touched(trace, AoS{}).shared);
}

TEST(Replay, LongItemsAreCutOffAndMadeLonger) {
  KernelTrace trace;
  trace.group = 1;
  trace.item.push_back({0, 4 * 1000, {}});
  for (std::int64_t record = 0; record < 1000; ++record)
    for (std::int32_t leaf = 0; leaf < 4; ++leaf)
      trace.item.back().access.push_back({record, leaf, false});
  auto const layout = detail::record_layout(test::trace_record(), SoA{}, capacity);
  Ground const ground{test::trace_record().leaves(), layout};
  std::vector<bool> const all(6, true);
  double const whole = Replay(trace, 1 << 20).touched(ground, all).lines_alone;
  EXPECT_NEAR(Replay(trace, 400).touched(ground, all).lines_alone, whole, 0.15 * whole);
  EXPECT_EQ(whole, 125 + 3 * 63);  // b.0 begins on a line, with 1088 * 4 bytes between components
}

}  // namespace
}  // namespace isomer::records
