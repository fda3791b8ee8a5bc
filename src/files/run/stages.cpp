// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/run/stages.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "files/run/totals.hpp"
#include "files/schedule/pages.hpp"
#include "files/store/buffer.hpp"
#include "files/store/file_error.hpp"

namespace isomer::files {
namespace {

/// Calls use(pages of a, pages of b) where the two meet, in the order of `a`; each list is made of
/// pages that do not meet among themselves.
template <class Use>
void for_each_meeting(std::vector<Pages> const& a, std::vector<Pages> b, Use const& use) {
  std::sort(b.begin(), b.end(), begins_before);
  for (Pages const& one : a) {
    auto other = std::upper_bound(b.begin(), b.end(), one, begins_before);
    if (other != b.begin()) --other;
    for (; other != b.end(); ++other) {
      if (other->where < one.where) continue;
      if (other->where > one.where || other->first >= one.first + one.count) break;
      if (other->first + other->count > one.first) use(one, *other);
    }
  }
}

std::uint64_t end_of(std::vector<Pages> const& list, std::uint64_t page) {
  std::uint64_t end = 0;
  for (Pages const& pages : list) end = std::max(end, pages.at + pages.count * page);
  return end;
}

}  // namespace

bool meet(std::vector<Pages> const& a, std::vector<Pages> const& b) {
  bool result = false;
  for_each_meeting(a, b, [&](Pages const&, Pages const&) { result = true; });
  return result;
}

Stages::Stages(Work& work, Requests& requests, std::uint64_t groups_ahead)
    : work_(work),
      requests_(requests),
      geometry_(work.geometry()),
      count_(work.schedule->groups() + (work.goes_through_ring() && work.has_header() ? 1 : 0)),
      groups_ahead_(groups_ahead) {}

Group Stages::header_group() const {
  Group group;
  group.over = true;
  group.reads = {{Where::file, 0, round_up(geometry_.offset, geometry_.page) / geometry_.page, 0}};
  group.writes = group.reads;
  group.in_bytes = group.out_bytes = end_of(group.reads, geometry_.page);
  group.pass = work_.schedule->passes();
  return group;
}

Group Stages::group(std::uint64_t t) const {
  return is_header(t) ? header_group() : work_.schedule->group(t - 1);
}

Stages::Span Stages::span_of(Pages const& pages) const {
  std::uint64_t const at = pages.first * geometry_.page;
  std::uint64_t const bytes = pages.count * geometry_.page;
  if (pages.where == Where::spare) return {work_.companion.get(), work_.journal_bytes + at, bytes};
  std::uint64_t const size = geometry_.file_bytes;
  StoreFile* const file = pages.where == Where::file ? work_.file.get() : work_.fresh.get();
  return {file, at, at >= size ? 0 : std::min(bytes, size - at)};
}

std::vector<Request> Stages::at_places(std::vector<Pages> const& list, std::byte* buffer) const {
  std::vector<Request> requests;
  requests.reserve(list.size());
  for (Pages const& pages : list) {
    Span const span = span_of(pages);
    requests.push_back({span.file, span.at, buffer + pages.at, span.bytes});
  }
  return requests;
}

std::vector<Request> Stages::in_ring(std::uint64_t t, std::vector<Pages> const& list,
                                     std::byte* buffer) const {
  std::uint64_t const room = work_.description.ring_pages;
  std::uint64_t page = work_.schedule->spare_pages() + t % ring_places * room;
  std::vector<Request> requests;
  for (Pages const& pages : list) {
    requests.push_back({work_.companion.get(), work_.journal_bytes + page * geometry_.page,
                        buffer + pages.at, pages.count * geometry_.page});
    page += pages.count;
  }
  return requests;
}

void Stages::read(Group const& group, std::byte* in) {
  for (Pages const& pages : group.reads) {
    std::uint64_t const there = span_of(pages).bytes;
    std::memset(in + pages.at + there, 0,
                static_cast<std::size_t>(pages.count * geometry_.page - there));
  }
  requests_.run(Direction::read, at_places(group.reads, in));
}

void Stages::move(std::uint64_t t, Group const& group, std::byte const* in, std::byte* out) const {
  if (group.over) std::memcpy(out, in, static_cast<std::size_t>(group.out_bytes));
  if (is_header(t)) {
    auto const& header = work_.description.new_header;
    std::memcpy(out, header.data(), header.size());
  } else {
    files::move(group.moves, in, out);
  }
  if (!work_.has_header()) return;
  // Whatever goes to the file's start, the mark stays there until the end.
  std::string const mark = mark_of(work_.description.id);
  for (Pages const& pages : group.writes) {
    std::uint64_t const at = pages.first * geometry_.page;
    if (pages.where != Where::file || at >= mark_bytes) continue;
    std::memcpy(out + pages.at, mark.data() + at,
                static_cast<std::size_t>(std::min(mark_bytes - at, pages.count * geometry_.page)));
  }
}

/// Rows of the new file grow by pieces: those of several groups get room as one, for a file system
/// takes longer to find it than to write a small piece. Without it each write finds its own.
void Stages::make_room(std::uint64_t t) {
  if (groups_ahead_ <= 1 || t <= with_room_) return;
  with_room_ = std::min(count_, t + groups_ahead_ - 1);
  std::vector<Pages> pieces;
  for (std::uint64_t k = t; k <= with_room_; ++k)
    for (Pages const& pages : group(k).writes)
      pieces.push_back({pages.where, pages.first, pages.count, pages.first * geometry_.page});
  std::sort(pieces.begin(), pieces.end(), begins_before);
  std::vector<Pages> rows;
  for (Pages const& piece : pieces) append(rows, geometry_.page, piece);
  try {
    for (Pages const& row : rows) {
      Span const span = span_of(row);
      span.file->allocate(span.at, span.bytes);
    }
  } catch (FileError const&) {
    groups_ahead_ = 1;
  }
}

void Stages::write(std::uint64_t t, Group const& group, std::byte* out) {
  make_room(t);
  requests_.run(Direction::write, work_.goes_through_ring() ? in_ring(t, group.writes, out)
                                                            : at_places(group.writes, out));
}

void Stages::flush(Group const& group) {
  if (!work_.companion) return;
  auto const writes_to = [&](Where where) {
    return std::any_of(group.writes.begin(), group.writes.end(),
                       [&](Pages const& pages) { return pages.where == where; });
  };
  if (std::exchange(is_file_touched_, false) ||
      (!work_.goes_through_ring() && writes_to(Where::file)))
    work_.file->sync();
  if (writes_to(Where::fresh)) work_.fresh->sync();
  work_.companion->sync();
}

void Stages::record(std::uint64_t t, double seconds) {
  if (work_.companion) write_record(*work_.companion, work_.description.id, {t, seconds});
}

void Stages::settle(Group const& group, std::byte* out) {
  if (work_.goes_through_ring()) {
    requests_.run(Direction::write, at_places(group.writes, out));
    is_file_touched_ = true;
  }
  if (work_.schedule->way() != Way::transfer || group.dead.count == 0) return;
  // Pages with bytes outside the array stay.
  std::uint64_t const page = geometry_.page;
  std::uint64_t const begin = std::max(group.dead.first * page, round_up(geometry_.offset, page));
  std::uint64_t const end = std::min((group.dead.first + group.dead.count) * page,
                                     round_down(geometry_.offset + geometry_.array_bytes, page));
  if (begin < end) work_.file->punch(begin, end - begin);
}

void Stages::end(Group const& last, std::byte* out) {
  if (!work_.goes_through_ring()) return;
  work_.companion->sync();
  settle(last, out);
}

void Stages::settle_again() {
  std::uint64_t const last = work_.done;
  for (std::uint64_t t = last > 1 ? last - 1 : 1; t <= last; ++t) {
    Group const again = group(t);
    Buffer out(work_.goes_through_ring() ? again.out_bytes : 0);
    if (work_.goes_through_ring())
      requests_.run(Direction::read, in_ring(t, again.writes, out.data()));
    settle(again, out.data());
  }
  if (std::exchange(is_file_touched_, false)) work_.file->sync();
}

void Stages::overlay(Group const& earlier, std::byte const* out, Group const& later,
                     std::byte* in) const {
  if (!work_.goes_through_ring()) return;
  std::uint64_t const page = geometry_.page;
  for_each_meeting(later.reads, earlier.writes, [&](Pages const& to, Pages const& from) {
    std::uint64_t const first = std::max(from.first, to.first);
    std::uint64_t const last = std::min(from.first + from.count, to.first + to.count);
    std::memcpy(in + to.at + (first - to.first) * page, out + from.at + (first - from.first) * page,
                static_cast<std::size_t>((last - first) * page));
  });
}

}  // namespace isomer::files
