// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "in_place/step.hpp"
#include "problem/permutation.hpp"

namespace isomer::in_place {

/// One pass of a composition: a transposition or, if `block` has axes, a permutation of blocks.
struct Task {
  Step step{};
  BlockStep block{};

  bool is_blocks() const { return !block.block.extent.empty(); }
};

/// What the search minimises: the sum of the costs of the tasks or, `by_maximum`, the largest.
/// Nothing in place of a cost means that it cannot be done.
struct Costs {
  std::function<std::optional<double>(Step const&)> step;
  std::function<std::optional<double>(BlockStep const&)> block;
  double least = 0;  ///< no task costs less
  /// Sequences that cost more are of no use.
  double most = std::numeric_limits<double>::infinity();
  bool by_maximum = false;
};

/// The cheapest sequence of tasks that permutes the axes, found by A*, of more than six axes the
/// best that a bounded search finds; empty if there is none. Each task is priced once.
///
/// A node of the search is an order of the axes. From each lead
///  - exchanging neighbouring groups X Y -> Y X: a transposition with the axes before them as batch
///    and those behind as chunk;
///  - exchanging X M Y -> Y M X, of more than five axes only where X and Y have as many elements;
///  - sorting the axes from some position to the end, block by block.
/// Groups begin and end only where the order has to be cut in any case.
std::vector<Task> compose(FusedAxes const& axes, Costs const& model);

}  // namespace isomer::in_place
