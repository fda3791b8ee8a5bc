// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/run/totals.hpp"

#include <algorithm>

namespace isomer::files {
namespace {

std::uint64_t pages_of(std::vector<Pages> const& list) {
  std::uint64_t count = 0;
  for (Pages const& pages : list) count += pages.count;
  return count;
}

}  // namespace

std::uint64_t bytes_read(Group const& group, std::uint64_t page) {
  return pages_of(group.reads) * page;
}

std::uint64_t bytes_written(Group const& group, std::uint64_t page, bool through_ring) {
  return pages_of(group.writes) * page * (through_ring ? 2 : 1);
}

Totals totals_of(Schedule const& schedule) {
  Totals totals;
  std::uint64_t const page = schedule.geometry().page;
  bool const through_ring = schedule.through_ring();
  totals.passes.resize(static_cast<std::size_t>(std::max(schedule.passes(), 1)));
  for (std::uint64_t t = 0; t < schedule.groups(); ++t) {
    Group const group = schedule.group(t);
    totals.in_bytes = std::max(totals.in_bytes, group.in_bytes);
    totals.out_bytes = std::max(totals.out_bytes, group.out_bytes);
    totals.most_written = std::max(totals.most_written, pages_of(group.writes));
    auto const k = static_cast<std::size_t>(std::max(group.pass, 1) - 1);
    if (k >= totals.passes.size()) totals.passes.resize(k + 1);
    std::uint64_t const bytes = bytes_read(group, page) + bytes_written(group, page, through_ring);
    ++totals.passes[k].groups;
    totals.passes[k].bytes += bytes;
    totals.bytes += bytes;
  }
  return totals;
}

}  // namespace isomer::files
