// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <isomer/detail/problem.hpp>

#include "in_place/step.hpp"

/// An array with gaps that is permuted in place, as axes with a stride before and one after.
namespace isomer::in_place {

using detail::Axis;
using AxisList = std::vector<Axis>;

/// Those of extent 1 are gone, neighbours before and after are one; the slowest in the source
/// first.
struct PaddedAxes {
  explicit PaddedAxes(detail::InPlaceProblem const& problem);

  std::int64_t elements() const;
  std::int64_t bytes() const { return elements() * element_bytes; }

  AxisList kept;   ///< of one stride before and after
  AxisList moved;  ///< the others
  std::int64_t element_bytes;
};

/// Blocks one after the other: an axis for each loop, and what each of them does.
struct Sliced {
  AxisList loops;
  AxisList block;                  ///< all other axes, those moved too
  std::optional<std::size_t> cut;  ///< which axis of the block is cut
  std::int64_t at_a_time = 0;      ///< how much of it a slice takes
  std::int64_t buffer_bytes = 0;   ///< that a slice needs
};

/// The largest blocks or slices of which a buffer of `room` bytes holds one; nothing if it holds
/// not even the smallest.
std::optional<Sliced> slice(PaddedAxes const& axes, std::int64_t room);
/// What the smallest block needs.
std::int64_t least_buffer(PaddedAxes const& axes);

/// Square matrices, and loops over what more of them a step does not take in.
struct LoopedStep {
  AxisList loops;
  Step step;
};
std::optional<LoopedStep> as_squares(PaddedAxes const& axes);

/// Blocks without gaps, permuted within themselves.
struct LoopedBlocks {
  AxisList loops;
  detail::InPlaceProblem block;
};
std::optional<LoopedBlocks> as_dense_blocks(PaddedAxes const& axes);

/// How many turns the loops take together.
std::int64_t turns_of(AxisList const& loops);
/// Where turn `number` begins, in elements.
std::int64_t begin_of(AxisList const& loops, std::int64_t number);

}  // namespace isomer::in_place
