// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/schedule/fuse.hpp"

namespace isomer::files {

Problem fused(Problem const& problem) {
  // Axes of the source in the order of the result; one that follows its neighbour joins it.
  std::vector<std::size_t> kept;
  for (std::size_t const axis : problem.axes)
    if (problem.extents[axis] != 1) kept.push_back(axis);
  auto between_is_one = [&problem](std::size_t a, std::size_t b) {
    for (std::size_t k = a + 1; k < b; ++k)
      if (problem.extents[k] != 1) return false;
    return a < b;
  };
  std::vector<std::pair<std::size_t, std::uint64_t>> groups;  // first axis of the source, extent
  for (std::size_t k = 0; k < kept.size(); ++k) {
    if (k > 0 && between_is_one(kept[k - 1], kept[k]))
      groups.back().second *= problem.extents[kept[k]];
    else groups.emplace_back(kept[k], problem.extents[kept[k]]);
  }
  if (groups.empty()) groups.emplace_back(0, 1);
  Problem result = problem;
  result.extents.clear();
  result.axes.assign(groups.size(), 0);
  for (std::size_t k = 0; k < groups.size(); ++k)
    for (auto const& group : groups) result.axes[k] += group.first < groups[k].first;
  result.extents.resize(groups.size());
  for (std::size_t k = 0; k < groups.size(); ++k) result.extents[result.axes[k]] = groups[k].second;
  return result;
}

}  // namespace isomer::files
