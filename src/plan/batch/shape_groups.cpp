// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/batch/shape_groups.hpp"

#include <algorithm>

#include "problem/line_alignment.hpp"
#include "problem/normalize.hpp"

namespace isomer::detail {
ShapeGroups::ShapeGroups(std::vector<BatchCount> const& shapes, Scalar scalar) {
  for (auto const& [shape, blocks] : shapes) {
    Problem problem = shape.problem;
    problem.scalar = scalar;
    problem.src_offset = problem.dst_offset = 0;
    if (volume_bytes(problem) == 0) {
      group_of_.push_back(SortedBlocks::no_group);
      continue;
    }
    auto const same = std::find_if(groups_.begin(), groups_.end(),
                                   [&](Group const& group) { return group.problem == problem; });
    group_of_.push_back(static_cast<std::size_t>(same - groups_.begin()));
    if (same == groups_.end()) groups_.push_back({problem, blocks});
    else same->blocks += blocks;
  }
}

std::optional<Problem> as_one_problem(NormalProblem const& one, BlockPlace const* blocks,
                                      std::int64_t count) {
  Problem all = one;
  all.src_offset = line_alignment(blocks->src);
  all.dst_offset = line_alignment(blocks->dst);
  if (count == 1) return all;
  std::int64_t const src = apart(blocks[1].src, blocks[0].src);
  std::int64_t const dst = apart(blocks[1].dst, blocks[0].dst);
  if (src <= 0 || dst <= 0 || src % one.element_bytes != 0 || dst % one.element_bytes != 0)
    return std::nullopt;
  for (std::int64_t k = 2; k < count; ++k)
    if (apart(blocks[k].src, blocks[k - 1].src) != src ||
        apart(blocks[k].dst, blocks[k - 1].dst) != dst)
      return std::nullopt;
  all.axis[static_cast<std::size_t>(all.rank++)] = {count, src / one.element_bytes,
                                                    dst / one.element_bytes};
  return all;
}

}  // namespace isomer::detail
