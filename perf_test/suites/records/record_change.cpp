// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/records/record_change.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace isomer::perf {
namespace {

/// On all threads of the host: byte by byte, one would take minutes for what a GPU moves at once.
using EachRecord =
    Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace, Kokkos::IndexType<std::int64_t>>;

constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

}  // namespace

RecordChange::RecordChange(DynamicRecord const& record, std::int64_t count, char const* from,
                           char const* to, bool in_place) {
  problem.count = problem.capacity = count;
  problem.in_place = in_place;
  for (auto const& leaf : record.leaves()) problem.leaf_bytes.push_back(leaf.bytes);
  problem.src = detail::record_layout(record, parse_arrangement(from), count);
  problem.dst = detail::record_layout(record, parse_arrangement(to), count);
}

std::int64_t RecordChange::bytes() const { return std::max(problem.src.bytes, problem.dst.bytes); }

std::optional<std::string> RecordChange::verify(Exec const& exec, std::byte* source,
                                                std::byte* result,
                                                std::function<void()> const& move,
                                                bool corrupt) const {
  fill(source);
  // The result of an earlier call must not pass for that of this one.
  if (result != source)
    Kokkos::deep_copy(Records(result, static_cast<std::size_t>(problem.dst.bytes)),
                      std::byte{0x5a});
  move();
  exec.fence("isomer::perf: the change to be verified");
  return difference(result, corrupt);
}

void RecordChange::fill(std::byte* data) const {
  OnHost const records("isomer::perf::records", static_cast<std::size_t>(problem.src.bytes));
  Kokkos::parallel_for(
      "isomer::perf::fill_records", EachRecord(0, problem.count), [&](std::int64_t record) {
        each_byte(problem.src, record,
                  [&](std::int64_t at, std::byte value) { records.data()[at] = value; });
      });
  Kokkos::deep_copy(Records(data, records.size()), records);
}

std::optional<std::string> RecordChange::difference(std::byte* data, bool corrupt) const {
  OnHost const records(Kokkos::view_alloc(Kokkos::WithoutInitializing, "isomer::perf::records"),
                       static_cast<std::size_t>(problem.dst.bytes));
  Kokkos::deep_copy(records, Records(data, records.size()));
  if (corrupt) records.data()[some_byte()] ^= std::byte{1};
  std::int64_t first = none;
  Kokkos::parallel_reduce(
      "isomer::perf::compare_records", EachRecord(0, problem.count),
      [&](std::int64_t record, std::int64_t& least) {
        std::int64_t number = record * bytes_of_record();
        each_byte(problem.dst, record, [&](std::int64_t at, std::byte value) {
          if (records.data()[at] != value) least = std::min(least, number);
          ++number;
        });
      },
      Kokkos::Min<std::int64_t>(first));
  if (first == none) return std::nullopt;
  return "element " + std::to_string(first) + " of " +
         std::to_string(problem.count * bytes_of_record()) +
         " of the result, record by record, is the first wrong one";
}

/// Of the first record's first leaf.
std::int64_t RecordChange::some_byte() const {
  auto const& place = problem.dst.leaf.front();
  return problem.dst.region[static_cast<std::size_t>(place.region)].begin + place.offset;
}

std::int64_t RecordChange::bytes_of_record() const {
  return std::accumulate(problem.leaf_bytes.begin(), problem.leaf_bytes.end(), std::int64_t{0});
}

/// Where each byte of a record is, and what it has to be.
template <class Visit>
void RecordChange::each_byte(detail::RecordLayout const& layout, std::int64_t record,
                             Visit const& visit) const {
  for (std::size_t leaf = 0; leaf < problem.leaf_bytes.size(); ++leaf) {
    auto const& place = layout.leaf[leaf];
    auto const& region = layout.region[static_cast<std::size_t>(place.region)];
    std::int64_t const bytes = problem.leaf_bytes[leaf];
    std::int64_t const at = region.begin + record / region.tile * region.block_bytes +
                            place.offset + record % region.tile * bytes;
    for (std::int64_t k = 0; k < bytes; ++k) {
      std::int64_t const mixed =
          record * 131 + static_cast<std::int64_t>(leaf) * 17 + k + (record >> 8);
      visit(at + k, static_cast<std::byte>(mixed));
    }
  }
}

}  // namespace isomer::perf
