// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>

#include "in_place/decomposition.hpp"

namespace isomer::in_place {

/// Permutes blocks that fit in a cache one by one through a buffer of the thread: memory is read
/// and written once, whatever the permutation.
///
///     memory  [ block | block | block | .. ]
///                 |  permute      ^
///                 v               |  copy back
///             [ buffer ] ---------+
///
/// Blocks larger than that, if a buffer for one is allowed, go the same way with all threads
/// together: still one pass over the array, but the buffer costs time of its own.
template <class Exec>
Decomposition<Exec> const& blocks();

/// The same for blocks of any rank, which is more than a Step can say.
template <class Exec>
struct BlockPermutations {
  static std::optional<Estimate> estimate(BlockStep const& step, Limits const& limits);
  static std::unique_ptr<Move<Exec>> prepare(BlockStep const& step, Limits const& limits);
};

/// A step as blocks.
BlockStep as_blocks(Step const& step);

/// Whether all threads would take one block after the other through one buffer.
bool shares_one_buffer(BlockStep const& step, Limits const& limits);

}  // namespace isomer::in_place
