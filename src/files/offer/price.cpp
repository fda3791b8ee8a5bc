// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/offer/price.hpp"

#include <algorithm>
#include <cmath>

#include "files/schedule/pages.hpp"

namespace isomer::files {

double bytes_of(std::vector<Pages> const& list, double page) {
  double pages = 0;
  for (Pages const& range : list) pages += static_cast<double>(range.count);
  return pages * page;
}

double requests_of(std::vector<Pages> list) {
  std::sort(list.begin(), list.end(), begins_before);
  double requests = list.empty() ? 0 : 1;
  for (std::size_t k = 1; k < list.size(); ++k)
    requests += goes_on_with(list[k - 1], list[k]) ? 0 : 1;
  return requests;
}

namespace {

std::uint64_t whole(double number) { return static_cast<std::uint64_t>(std::llround(number)); }

void add(PassPrice& to, PassPrice const& one, double times) {
  to.seconds += times * one.seconds;
  to.read_bytes += times * one.read_bytes;
  to.written_bytes += times * one.written_bytes;
  to.reads += times * one.reads;
  to.writes += times * one.writes;
  to.flushes += times * one.flushes;
}

PassPrice price_of(Group const& group, Schedule const& schedule, Disk const& disk) {
  double const page = static_cast<double>(schedule.geometry().page);
  PassPrice one;
  one.read_bytes = bytes_of(group.reads, page);
  one.reads = requests_of(group.reads);
  double const moved = bytes_of(group.writes, page);
  one.written_bytes = moved;
  one.writes = requests_of(group.writes);
  if (schedule.through_ring() && moved > 0) {
    // Once to the ring, in one run, and once more to their places.
    one.written_bytes += moved;
    one.writes += 1;
  }
  // A copy into another file is flushed once, at its end.
  one.flushes = schedule.way() == Way::copy ? 0 : 1;
  double const reading = disk.read.seconds(one.reads, one.read_bytes);
  double const writing = disk.write.seconds(one.writes, one.written_bytes);
  double const waiting = std::max(0.0, one.flushes * disk.flush_seconds - reading);
  one.seconds = std::max(reading + writing, moved / disk.move_rate) + waiting;
  return one;
}

}  // namespace

Price price(Schedule const& schedule, Disk const& disk, std::uint64_t most_groups) {
  Price all;
  all.passes.resize(static_cast<std::size_t>(std::max(1, schedule.passes())));
  std::uint64_t const groups = schedule.groups();
  std::uint64_t const looked_at = std::min(groups, std::max<std::uint64_t>(1, most_groups));
  for (std::uint64_t k = 0; k < looked_at; ++k) {
    // The middle one of those that it stands for.
    std::uint64_t const begin = groups / looked_at * k + groups % looked_at * k / looked_at;
    std::uint64_t const next = k + 1;
    std::uint64_t const end = groups / looked_at * next + groups % looked_at * next / looked_at;
    Group const group = schedule.group(begin + (end - begin) / 2);
    all.group_bytes = std::max({all.group_bytes, group.in_bytes, group.out_bytes});
    auto const pass = static_cast<std::size_t>(std::clamp(group.pass, 1, schedule.passes()) - 1);
    add(all.passes[pass], price_of(group, schedule, disk), static_cast<double>(end - begin));
  }
  // The first and last groups are of their own kind.
  for (std::uint64_t const k : {std::uint64_t{0}, std::uint64_t{1}, groups - 1}) {
    if (k >= groups) continue;
    Group const group = schedule.group(k);
    all.group_bytes = std::max({all.group_bytes, group.in_bytes, group.out_bytes});
  }
  PassPrice sum;
  for (PassPrice const& pass : all.passes) add(sum, pass, 1);
  all.seconds = sum.seconds;
  all.read_bytes = whole(sum.read_bytes);
  all.written_bytes = whole(sum.written_bytes);
  all.reads = whole(sum.reads);
  all.writes = whole(sum.writes);
  all.flushes = whole(sum.flushes);
  return all;
}

void add_room(Price& price, Disk const& disk, std::uint64_t groups_ahead) {
  for (PassPrice& pass : price.passes) {
    double const seconds = pass.writes / static_cast<double>(groups_ahead) * disk.room_seconds;
    pass.seconds += seconds;
    price.seconds += seconds;
  }
}

}  // namespace isomer::files
