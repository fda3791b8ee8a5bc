// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records/detail/change.hpp>

#include <functional>

#include <isomer/error.hpp>

#include "index/rounding.hpp"
#include "problem/messages.hpp"

namespace isomer::detail {
namespace {

std::vector<std::int32_t> bytes_of_leaves(DynamicRecord const& record) {
  std::vector<std::int32_t> bytes;
  for (LeafShape const& leaf : record.leaves()) bytes.push_back(leaf.bytes);
  return bytes;
}

void require_room(char const* function, RecordsInfo const& records, Arrangement const& to,
                  std::int64_t bytes) {
  if (static_cast<std::size_t>(bytes) > records.room)
    throw Error(std::string(function) + ": " + named("view", records.label) + " has " +
                std::to_string(records.room) + " bytes of memory, " +
                std::to_string(records.capacity) + " records take " + std::to_string(bytes) +
                " bytes as " + to.name());
}

/// The bytes that records have in each region, with all of their last tile.
std::vector<ByteRun> runs_of(RecordLayout const& layout, std::int64_t count) {
  std::vector<ByteRun> runs;
  if (count == 0) return runs;
  for (RecordRegion const& region : layout.region)
    runs.push_back({region.begin, ceil_div(count, region.tile) * region.block_bytes});
  return runs;
}

/// Whether runs of two memories meet, both in rising order.
bool overlap(std::byte const* a, std::vector<ByteRun> const& of_a, std::byte const* b,
             std::vector<ByteRun> const& of_b) {
  std::less<> const before;
  auto x = of_a.begin();
  auto y = of_b.begin();
  while (x != of_a.end() && y != of_b.end()) {
    std::byte const* const x_end = a + x->begin + x->bytes;
    std::byte const* const y_end = b + y->begin + y->bytes;
    if (before(a + x->begin, y_end) && before(b + y->begin, x_end)) return true;
    if (before(x_end, y_end)) ++x;
    else ++y;
  }
  return false;
}

}  // namespace

void require_memory(char const* function, char const* argument, RecordsInfo const& records) {
  if (records.data == nullptr && records.count > 0)
    throw Error(std::string(function) + ": " + named(argument, records.label) + " has " +
                std::to_string(records.count) +
                " records but null data, it has to point to its records");
}

RecordProblem change_in_place(char const* function, DynamicRecord const& record,
                              RecordsInfo const& records, Arrangement const& to) {
  RecordProblem problem{.count = records.count,
                        .capacity = records.capacity,
                        .in_place = true,
                        .leaf_bytes = bytes_of_leaves(record),
                        .src = record_layout(record, records.arrangement, records.capacity),
                        .dst = record_layout(record, to, records.capacity)};
  require_room(function, records, records.arrangement, problem.src.bytes);
  require_room(function, records, to, problem.dst.bytes);
  return problem;
}

RecordProblem change_by_copy(char const* function, DynamicRecord const& record,
                             RecordsInfo const& dst, RecordsInfo const& src) {
  if (dst.count != src.count)
    throw Error(std::string(function) + ": " + named("dst", dst.label) + " has " +
                std::to_string(dst.count) + " records and " + named("src", src.label) + ' ' +
                std::to_string(src.count) + ", they have to be as many");
  RecordProblem problem{.count = src.count,
                        .capacity = src.capacity,
                        .in_place = false,
                        .leaf_bytes = bytes_of_leaves(record),
                        .src = record_layout(record, src.arrangement, src.capacity),
                        .dst = record_layout(record, dst.arrangement, dst.capacity)};
  if (overlap(dst.data, runs_of(problem.dst, dst.count), src.data, runs_of(problem.src, src.count)))
    throw Error(std::string(function) + ": " + named("dst", dst.label) + " and " +
                named("src", src.label) + " overlap, they have to lie apart");
  return problem;
}

std::vector<ByteRun> runs_alike(RecordProblem const& problem, bool with_gaps) {
  constexpr std::int64_t shorter_than_a_call = 16384;  // bytes that are soon copied
  if (problem.src.region != problem.dst.region || problem.src.leaf != problem.dst.leaf) return {};
  std::int64_t const gap = with_gaps ? shorter_than_a_call : 0;
  std::vector<ByteRun> runs;
  for (ByteRun const& run : runs_of(problem.src, problem.count)) {
    if (!runs.empty() && run.begin - runs.back().begin - runs.back().bytes <= gap)
      runs.back().bytes = run.begin + run.bytes - runs.back().begin;
    else runs.push_back(run);
  }
  return runs;
}

}  // namespace isomer::detail
