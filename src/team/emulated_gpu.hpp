// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "team/launcher.hpp"

namespace isomer::team {

/// The execution space of a GPU that is not there: what is launched on it goes to a Launcher. It
/// takes part in planning in place, of which the methods are templates over the space.
class EmulatedGpu {
 public:
  /// Neither the host's memory nor a device's.
  struct memory_space {};

  explicit EmulatedGpu(Launcher& launcher) : launcher_(&launcher) {}

  static int concurrency() { return 1; }
  Launcher& launcher() const { return *launcher_; }

 private:
  Launcher* launcher_;
};

}  // namespace isomer::team
