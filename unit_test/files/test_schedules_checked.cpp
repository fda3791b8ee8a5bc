// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <functional>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <isomer/error.hpp>

#include "files/schedule/check.hpp"
#include "files/schedule/walk.hpp"
#include "schedule_medium.hpp"

namespace isomer::files::test {
namespace {

/// A schedule with one group changed.
class Changed final : public Schedule {
 public:
  Changed(Schedule const& true_one, std::uint64_t t, Group group)
      : true_(true_one), t_(t), group_(std::move(group)) {}
  Way way() const override { return true_.way(); }
  Geometry geometry() const override { return true_.geometry(); }
  std::uint64_t groups() const override { return true_.groups(); }
  Group group(std::uint64_t t) const override { return t == t_ ? group_ : true_.group(t); }
  std::uint64_t spare_pages() const override { return true_.spare_pages(); }
  int passes() const override { return true_.passes(); }
  EdgeBytes head() const override { return true_.head(); }
  EdgeBytes tail() const override { return true_.tail(); }
  bool through_ring() const override { return true_.through_ring(); }
  std::vector<std::uint64_t> numbers() const override { return true_.numbers(); }

 private:
  Schedule const& true_;
  std::uint64_t t_;
  Group group_;
};

std::string refusal(Schedule const& schedule) {
  try {
    check(schedule);
  } catch (Error const& error) {
    return error.what();
  }
  return {};
}

/// Changes groups of random schedules until `damage`, which may decline, was refused often enough.
void expect_refused(std::initializer_list<Kind> kinds, std::string const& reason,
                    std::function<bool(Schedule const&, std::uint64_t, Group&)> const& damage) {
  std::mt19937_64 random(5);
  for (Kind const kind : kinds) {
    int done = 0;
    for (int n = 0; n < 2000 && done < 40; ++n) {
      Numbers const numbers = random_numbers(kind, random);
      auto const schedule = schedule_of(numbers.written());
      std::uint64_t const t = random() % schedule->groups();
      Group group = schedule->group(t);
      if (!damage(*schedule, t, group)) continue;
      ++done;
      ASSERT_NE(refusal(Changed(*schedule, t, std::move(group))).find(reason), std::string::npos)
          << described(numbers) << " group " << t;
    }
    EXPECT_EQ(done, 40) << static_cast<int>(kind);
  }
}

constexpr char const* lag_broken = "writes a page that it or the one before it reads";

TEST(CheckedSchedules, NoGroupWritesWhatTheOneBeforeReads) {
  expect_refused({Kind::slots, Kind::wide, Kind::blocks}, lag_broken,
                 [](Schedule const& schedule, std::uint64_t t, Group& group) {
                   if (t == 0 || group.writes.empty()) return false;
                   Group const before = schedule.group(t - 1);
                   if (before.reads.empty()) return false;
                   group.writes[0].where = before.reads[0].where;
                   group.writes[0].first = before.reads[0].first;
                   group.writes[0].count = 1;
                   group.writes.resize(1);
                   return true;
                 });
}

TEST(CheckedSchedules, NoGroupWritesWhatItReads) {
  expect_refused({Kind::slots, Kind::wide, Kind::blocks}, lag_broken,
                 [](Schedule const&, std::uint64_t, Group& group) {
                   if (group.writes.empty() || group.reads.empty()) return false;
                   Pages const& read = group.reads.back();
                   group.writes[0].where = read.where;
                   group.writes[0].first = read.first + read.count - 1;
                   group.writes[0].count = 1;
                   group.writes.resize(1);
                   return true;
                 });
}

TEST(CheckedSchedules, EveryPageIsWritten) {
  expect_refused({Kind::ring_items, Kind::ring_squares}, "other pages than it has read",
                 [](Schedule const&, std::uint64_t, Group& group) {
                   group.writes.pop_back();
                   return true;
                 });
  expect_refused({Kind::transfer, Kind::wide}, "leaves a page",
                 [](Schedule const& schedule, std::uint64_t t, Group& group) {
                   if (group.writes.empty()) return false;
                   // Of what is assembled, so that nothing else is missing.
                   if (schedule.way() == Way::wide && t + 1 < schedule.groups()) return false;
                   group.writes.pop_back();
                   return true;
                 });
}

TEST(CheckedSchedules, NoPageIsWrittenTwice) {
  expect_refused({Kind::ring_items, Kind::slots, Kind::blocks}, "writes a page twice",
                 [](Schedule const&, std::uint64_t, Group& group) {
                   if (group.writes.empty()) return false;
                   group.writes.push_back(group.writes[0]);
                   return true;
                 });
  expect_refused({Kind::transfer}, "of the new file again",
                 [](Schedule const& schedule, std::uint64_t t, Group& group) {
                   if (t == 0 || group.writes.empty()) return false;
                   Group const before = schedule.group(t - 1);
                   if (before.writes.empty()) return false;
                   group.writes[0].first = before.writes[0].first;
                   group.writes[0].count = 1;
                   group.writes.resize(1);
                   return true;
                 });
}

TEST(CheckedSchedules, NothingIsOutsideItsRoom) {
  auto const all = {Kind::transfer, Kind::ring_items, Kind::slots, Kind::wide, Kind::blocks};
  expect_refused(all, "reads behind", [](Schedule const&, std::uint64_t, Group& group) {
    if (group.reads.empty()) return false;
    group.reads[0].first += std::uint64_t{1} << 40;
    return true;
  });
  expect_refused(all, "beyond", [](Schedule const&, std::uint64_t, Group& group) {
    if (group.moves.empty()) return false;
    group.moves[0].to += group.out_bytes;
    return true;
  });
  expect_refused(all, "writes from beyond", [](Schedule const&, std::uint64_t, Group& group) {
    if (group.writes.empty()) return false;
    group.writes[0].at = group.out_bytes;
    return true;
  });
  expect_refused({Kind::slots, Kind::wide, Kind::blocks}, "behind the spare room",
                 [](Schedule const& schedule, std::uint64_t, Group& group) {
                   for (Pages& pages : group.writes)
                     if (pages.where == Where::spare) {
                       pages.first = schedule.spare_pages();
                       return true;
                     }
                   return false;
                 });
}

TEST(CheckedSchedules, HeaderAndWhatIsBehindAreNotWritten) {
  expect_refused({Kind::slots, Kind::wide, Kind::blocks}, "writes outside the array",
                 [](Schedule const& schedule, std::uint64_t, Group& group) {
                   Geometry const geometry = schedule.geometry();
                   if (group.writes.empty() || geometry.offset % geometry.page == 0) return false;
                   for (Pages const& read : group.reads)
                     if (read.where == Where::file) return false;
                   group.writes = {{Where::file, geometry.offset / geometry.page, 1, 0}};
                   return group.out_bytes > 0 && !group.reads.empty();
                 });
}

TEST(CheckedSchedules, WhatIsDeadIsNotRead) {
  expect_refused({Kind::transfer}, "were given back",
                 [](Schedule const& schedule, std::uint64_t t, Group& group) {
                   if (schedule.way() != Way::transfer || t + 1 >= schedule.groups()) return false;
                   Group const next = schedule.group(t + 1);
                   if (next.reads.empty()) return false;
                   group.dead = next.reads[0];
                   return true;
                 });
}

/// The walk by itself: every piece arrives, no place is written that it or the group before reads.
TEST(Walks, BringEveryPieceHomeThroughDeadPlaces) {
  std::mt19937_64 random(9);
  for (int n = 0; n < 3000; ++n) {
    std::uint32_t const places = 2 + static_cast<std::uint32_t>(random() % 60);
    std::uint32_t const spare = 1 + static_cast<std::uint32_t>(random() % 6);
    std::vector<std::uint32_t> where(places + spare);
    for (std::uint32_t k = 0; k < where.size(); ++k) where[k] = k;
    std::shuffle(where.begin(), where.end(), random);
    WalkStart start;
    start.moves = 1 + random() % 9;
    start.from.assign(where.begin(), where.begin() + places);
    start.from.resize(places + spare, none);
    start.dead.assign(where.begin() + places, where.end());
    start.dead_at_once = random() % 2 == 0;
    // What each place holds: the piece of place k is number k.
    std::vector<std::uint32_t> holds(places + spare, none);
    for (std::uint32_t k = 0; k < places; ++k) holds[start.from[k]] = k;
    Walk const all = walk(start);
    std::set<std::uint32_t> before;
    for (std::uint64_t t = 0; t < all.groups(); ++t) {
      std::set<std::uint32_t> from(
          all.from.begin() + static_cast<std::ptrdiff_t>(all.begin[t]),
          all.from.begin() + static_cast<std::ptrdiff_t>(all.begin[t + 1]));
      ASSERT_LE(all.begin[t + 1] - all.begin[t], start.moves);
      for (std::uint64_t k = all.begin[t]; k < all.begin[t + 1]; ++k) {
        ASSERT_EQ(from.count(all.to[k]) + before.count(all.to[k]), 0U);
        ASSERT_EQ(holds[all.to[k]], none);
        holds[all.to[k]] = std::exchange(holds[all.from[k]], none);
      }
      before = from;
    }
    for (std::uint32_t k = 0; k < places; ++k) ASSERT_EQ(holds[k], k);
  }
}

TEST(Walks, WithoutADeadPlaceThereIsNone) {
  WalkStart start;
  start.from = {1, 0};
  EXPECT_THROW(walk(start), Error);
}

}  // namespace
}  // namespace isomer::files::test
