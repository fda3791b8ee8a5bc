// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/moves/move_records.hpp"

#include <algorithm>
#include <cstring>

#include <isomer/records/detail/change.hpp>

namespace isomer::program {
namespace {

constexpr char const* caller = "isomer";

std::int64_t footprint(NpyRecords const& records, Arrangement const& in, std::int64_t count) {
  return detail::record_layout(records.record, in, count).bytes;
}

}  // namespace

std::int64_t RecordMove::bytes_from() const {
  return footprint(from, from.arrangement, from.count);
}
std::int64_t RecordMove::bytes_to() const { return footprint(from, to, count); }
std::int64_t RecordMove::room() const {
  return std::max(footprint(from, from.arrangement, count), bytes_to());
}
bool RecordMove::moves_nothing() const {
  return from.count == count && detail::record_layout(from.record, from.arrangement, count) ==
                                    detail::record_layout(from.record, to, count);
}

detail::PlanPtr<Exec> plan_copy(Exec const& exec, RecordMove const& move, std::byte* dst,
                                std::byte const* src) {
  auto const& from = move.from;
  detail::RecordsInfo const output{dst, from.count, move.count, 0, move.to, "output"};
  detail::RecordsInfo const input{
      const_cast<std::byte*>(src), from.count, from.count, 0, from.arrangement, "input"};
  auto const copy = detail::change_by_copy(caller, from.record, output, input);
  return detail::cached_plan(exec, copy.panels, {}, caller);
}

detail::PlanPtr<Exec> plan_in_place(Exec const& exec, RecordMove const& move) {
  detail::RecordsInfo const file{
      nullptr, move.count, move.count, static_cast<std::size_t>(move.room()), move.from.arrangement,
      "file"};
  auto const problem = detail::change_in_place(caller, move.from.record, file, move.to);
  return detail::cached_plan(exec, problem, {}, caller);
}

void spread(RecordMove const& move, std::byte* data) {
  auto const& from = move.from;
  auto const near = detail::record_layout(from.record, from.arrangement, from.count);
  auto const far = detail::record_layout(from.record, from.arrangement, move.count);
  for (std::size_t r = near.region.size(); r-- > 0;) {
    auto const record_bytes = near.region[r].record_bytes();
    auto const bytes = static_cast<std::size_t>(from.count * record_bytes);
    auto* const place = data + far.region[r].begin;
    std::memmove(place, data + near.region[r].begin, bytes);
    std::memset(place + bytes, 0,
                static_cast<std::size_t>((move.count - from.count) * record_bytes));
  }
}

}  // namespace isomer::program
