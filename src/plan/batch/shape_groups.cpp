// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/batch/shape_groups.hpp"

#include <algorithm>
#include <unordered_map>

#include "plan/cache/cache_key.hpp"
#include "problem/line_alignment.hpp"
#include "problem/normalize.hpp"

namespace isomer::detail {

std::size_t hash_but_for_place(Problem problem) {
  problem.dst_offset = problem.src_offset = 0;
  Hasher hasher;
  add(hasher, problem);
  return hasher.value();
}

ShapeGroups::ShapeGroups(std::vector<BatchCount> const& shapes, Scalar scalar) {
  std::unordered_multimap<std::size_t, std::size_t> known;  // groups by the hash of their shape
  for (auto const& [shape, blocks] : shapes) {
    Problem problem = shape.problem;
    problem.scalar = scalar;
    problem.src_offset = problem.dst_offset = 0;
    if (volume_bytes(problem) == 0) {
      group_of_.push_back(SortedBlocks::no_group);
      continue;
    }
    std::size_t const hash = hash_but_for_place(problem);
    auto const [begin, end] = known.equal_range(hash);
    auto const same = std::find_if(
        begin, end, [&](auto const& entry) { return groups_[entry.second].problem == problem; });
    if (same != end) {
      group_of_.push_back(same->second);
      groups_[same->second].blocks += blocks;
      continue;
    }
    known.emplace(hash, groups_.size());
    group_of_.push_back(groups_.size());
    groups_.push_back({problem, blocks});
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
