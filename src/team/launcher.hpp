// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "team/any_team.hpp"

namespace isomer::team {

/// A launch of a kernel.
struct Launched {
  std::string label;
  int blocks = 1;
  int threads = 1;  ///< of a block
  int shared_bytes = 0;
  int together = 1;  ///< blocks that have to be resident at a time
  int turns = 1;     ///< of each block, which as many times more blocks would take once each
};

/// A kernel of warps for any team. Empty, which takes half the time to compile, in builds of tests
/// that run none of them (ISOMER_TEST_FIBERS).
template <class Kernel>
AnyKernel on_any_team([[maybe_unused]] Kernel const& kernel) {
#ifdef ISOMER_WITHOUT_EMULATED_KERNELS
  return {};
#else
  return [kernel](AnyTeam const& team) { kernel(team); };
#endif
}

/// What stands for a GPU where there is none: it runs launches for their addresses, on fibers, ..
class Launcher {
 public:
  Launcher() = default;
  Launcher(Launcher const&) = delete;
  Launcher& operator=(Launcher const&) = delete;
  virtual ~Launcher() = default;

  /// `kernel` as on_any_team makes it.
  virtual void launch(Launched const& what, AnyKernel const& kernel) = 0;
  /// Calls of functor(0 .. count - 1) that do not depend on each other. They touch data themselves.
  virtual void launch_indices(Launched const& what, std::int64_t count,
                              std::function<void(std::int64_t)> const& functor) = 0;
};

}  // namespace isomer::team
