// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "team/launch_audit.hpp"

namespace isomer::team {

/// The execution space of a GPU that is not there: what is launched on it runs for its addresses
/// only. It takes part in planning in place, of which the methods are templates over the space.
class EmulatedGpu {
 public:
  /// Neither the host's memory nor a device's.
  struct memory_space {};

  explicit EmulatedGpu(std::vector<LaunchAudit>* launches = nullptr) : launches_(launches) {}

  static int concurrency() { return 1; }

  /// For a kernel on warps.
  template <class Kernel>
  void audit(char const* label, int blocks, int shared_bytes, Kernel const& kernel) const {
    if (launches_ != nullptr)
      launches_->push_back(audit_launch(label, blocks, shared_bytes, kernel));
  }
  /// For one whose addresses depend on data.
  void note(char const* label, int blocks, int threads, int shared_bytes) const {
    if (launches_ != nullptr) launches_->push_back({label, blocks, threads, shared_bytes, {}});
  }

 private:
  std::vector<LaunchAudit>* launches_;
};

}  // namespace isomer::team
