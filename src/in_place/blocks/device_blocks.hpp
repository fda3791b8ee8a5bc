// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <optional>

#include "cost/pass.hpp"
#include "in_place/blocks/device_local.hpp"
#include "in_place/step.hpp"
#include "machine/machine.hpp"
#include "problem/normal_problem.hpp"

namespace isomer::in_place {

/// All blocks as one problem: the array permuted onto itself, or onto another.
detail::NormalProblem problem_of(BlockStep const& step);

/// Blocks that fit in shared memory, for spaces whose teams have many threads: one or several are
/// read into it, permuted on the way, and written back; larger matrices by themselves. One pass and
/// no workspace. Hosts can run it too, with teams of one thread.
template <class Exec>
class DeviceBlocks {
 public:
  /// Whether they fit, whatever the alignment of the data.
  static bool suits(BlockStep const& step, detail::Machine const& gpu);

  DeviceBlocks(BlockStep const& step, detail::Machine const& gpu);

  void run(Exec const& exec, std::byte* data) const;
  /// What that is on a GPU, for data that begin on an element.
  detail::Pass pass(detail::Machine const& gpu) const;

 private:
  detail::NormalProblem normal_;
  std::optional<DeviceLocal> local_;  ///< matrices that are too large for slices
};

}  // namespace isomer::in_place
