// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/buffered_panels.hpp"

#include <algorithm>

namespace isomer::records {

std::string PanelChange::permuted() const {
  std::int64_t const block = regroup.permuted_block();
  return block == 0 ? "" : ", bytes of " + std::to_string(block) + " records at a time permuted";
}

std::int64_t record_bytes(RecordLayout const& layout) {
  std::int64_t bytes = 0;
  for (auto const& region : layout.region) bytes += region.record_bytes();
  return bytes;
}

std::int64_t largest_record(RecordProblem const& problem) {
  return std::max({std::int64_t{1}, record_bytes(problem.src), record_bytes(problem.dst)});
}

std::int64_t height_unit(RecordProblem const& problem) {
  constexpr std::int64_t words_of_vector = 64;
  return std::max({words_of_vector, problem.src.largest_tile(), problem.dst.largest_tile()});
}

PanelSizes panel_sizes(detail::Machine const& machine, detail::Residency residency,
                       PanelsLeave leave) {
  std::int64_t const in_l2 = std::min<std::int64_t>(machine.l2_bytes / 8, 128 << 10);
  std::int64_t const block = machine.l1_bytes / 2;
  if (residency == detail::Residency::cache) return {in_l2, {block, 8 << 10, 16 << 10, false}};
  std::int64_t const in_l1 = machine.l1_bytes / 5;
  if (leave == PanelsLeave::past_caches) return {in_l1, {block, 4 << 10, 1 << 10, true}};
  return {leave == PanelsLeave::in_pieces ? in_l2 : in_l1, {block, 8 << 10, 2 << 10, false}};
}

}  // namespace isomer::records
