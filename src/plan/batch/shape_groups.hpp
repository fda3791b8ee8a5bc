// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <isomer/detail/batch.hpp>

#include "plan/batch/sorted_blocks.hpp"
#include "problem/normal_problem.hpp"

namespace isomer::detail {

/// Of a problem, wherever its arrays lie.
std::size_t hash_but_for_place(Problem problem);

/// The shapes of a batch that have elements. Those that differ only in what the addresses of their
/// blocks are multiples of are one.
class ShapeGroups {
 public:
  ShapeGroups(std::vector<BatchCount> const& shapes, Scalar scalar);

  struct Group {
    Problem problem;
    std::int64_t blocks;
  };
  std::vector<Group> const& groups() const { return groups_; }
  SortedBlocks sorted(std::vector<BatchBlock> const& blocks) const {
    return {blocks, group_of_, groups_.size()};
  }

 private:
  std::vector<std::size_t> group_of_;
  std::vector<Group> groups_;
};

/// Blocks of one shape that lie evenly far apart on both sides as one problem with an axis more;
/// none if they don't.
std::optional<Problem> as_one_problem(NormalProblem const& one, BlockPlace const* blocks,
                                      std::int64_t count);

}  // namespace isomer::detail
