// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records/detail/change.hpp>

#include <functional>

#include <isomer/error.hpp>

#include "index/ceil_div.hpp"
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

bool overlap(std::byte const* a, std::int64_t a_bytes, std::byte const* b, std::int64_t b_bytes) {
  std::less<> const before;
  return a_bytes > 0 && b_bytes > 0 && before(a, b + b_bytes) && before(b, a + a_bytes);
}

}  // namespace

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
  if (overlap(dst.data, problem.dst.bytes, src.data, problem.src.bytes))
    throw Error(std::string(function) + ": " + named("dst", dst.label) + " and " +
                named("src", src.label) + " overlap, they have to lie apart");
  return problem;
}

std::int64_t bytes_alike(RecordProblem const& problem) {
  if (problem.src.region != problem.dst.region || problem.src.leaf != problem.dst.leaf) return 0;
  if (problem.src.region.size() > 1) return problem.src.bytes;
  RecordRegion const& all = problem.src.region.front();
  return ceil_div(problem.count, all.tile) * all.block_bytes;
}

}  // namespace isomer::detail
