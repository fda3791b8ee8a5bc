// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>

#include <isomer/error.hpp>
#include <isomer/records/copy_plan.hpp>
#include <isomer/records/rearrange_plan.hpp>

namespace isomer::detail {
namespace {

std::string leaves_of(RecordProblem const& problem) {
  std::string bytes;
  for (std::int32_t const leaf : problem.leaf_bytes)
    bytes += (bytes.empty() ? "" : ", ") + std::to_string(leaf);
  return "leaves of " + bytes + " bytes";
}

std::string described(PlannedChange const& change) {
  RecordProblem const& problem = change.problem;
  return std::to_string(problem.count) + " records in " + change.from.name() + " with room for " +
         std::to_string(problem.capacity) + " in " +
         std::to_string(std::max(problem.src.bytes, problem.dst.bytes)) + " bytes, " +
         leaves_of(problem);
}

std::string described(RecordCopy const& copy) {
  RecordProblem const& problem = copy.panels;
  return std::to_string(problem.count) + " records, " + leaves_of(problem) + ", from " +
         std::to_string(problem.src.bytes) + " to " + std::to_string(problem.dst.bytes) + " bytes";
}

}  // namespace

PlannedChange planned_change(char const* function, DynamicRecord const& record,
                             RecordsInfo const& records, Arrangement const& to) {
  return {change_in_place(function, record, records, to), records.arrangement, to};
}

RecordsInfo records_to_come(DynamicRecord const& record, std::size_t n, Arrangement const& from,
                            Arrangement const& to) {
  std::int64_t const capacity = own_capacity(record, n);
  return {.count = static_cast<std::int64_t>(n),
          .capacity = capacity,
          .room = own_bytes(record, capacity, {from, to}),
          .arrangement = from};
}

void require_same(char const* function, PlannedChange const& planned, PlannedChange const& given) {
  if (!(planned.problem == given.problem) || !(planned.from == given.from))
    throw Error(std::string(function) + ": there are " + described(given) + ", the plan is for " +
                described(planned));
}

Problem problem_of(std::vector<ByteMove> const& moves) {
  Problem problem;
  problem.rank = 1;
  problem.element_bytes = 1;
  problem.axis[0] = {.extent = 0, .src_stride = 1, .dst_stride = 1};
  for (ByteMove const& move : moves) problem.axis[0].extent += move.bytes;
  return problem;
}

RecordCopy copy_to_come(char const* function, DynamicRecord const& record, std::size_t n,
                        Arrangement const& dst, Arrangement const& src) {
  return change_by_copy(function, record, records_to_come(record, n, dst, dst),
                        records_to_come(record, n, src, src));
}

void require_same(char const* function, RecordCopy const& planned, RecordCopy const& given) {
  if (!(planned.panels == given.panels) || planned.alike.empty() != given.alike.empty())
    throw Error(std::string(function) + ": there are " + described(given) + ", the plan is for " +
                described(planned));
}

}  // namespace isomer::detail
