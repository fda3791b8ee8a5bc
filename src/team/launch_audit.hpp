// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "team/audit.hpp"
#include "team/launcher.hpp"

namespace isomer::team {

/// A launch, and what some of its blocks ask of memory.
struct LaunchAudit {
  Launched what;
  Audit requests{};  ///< of no block where addresses depend on data; turns count as blocks
};

/// The first of `blocks` blocks, the last, and `between` others.
std::vector<int> sample_of_blocks(int blocks, int between = 14);

/// Those blocks of a kernel, run for their addresses: arrays need not be there.
Audit audit_blocks(Launched const& what, AnyKernel const& kernel, std::vector<int> const& chosen);

/// Bytes that memory moves for those blocks over the bytes that they request.
double memory_ratio_of_blocks(Launched const& what, AnyKernel const& kernel,
                              std::vector<int> const& chosen);

/// Audits some blocks of each launch; of those that take several turns, some turns.
class AuditingLauncher final : public Launcher {
 public:
  void launch(Launched const& what, AnyKernel const& kernel) override;
  void launch_indices(Launched const& what, std::int64_t count,
                      std::function<void(std::int64_t)> const& functor) override;

  std::vector<LaunchAudit> const& launches() const { return launches_; }

 private:
  std::vector<LaunchAudit> launches_{};
};

}  // namespace isomer::team
