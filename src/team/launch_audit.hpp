// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "team/audit.hpp"
#include "team/dry_team.hpp"

namespace isomer::team {

/// A launch of a kernel on a GPU that is not there, and what some of its blocks ask of memory.
struct LaunchAudit {
  std::string label;
  int blocks;
  int threads;  ///< of a block
  int shared_bytes;
  Audit requests;  ///< of no block where addresses depend on data
};

/// The first of `blocks` blocks, the last, and some between.
std::vector<int> sample_of_blocks(int blocks);

/// Those blocks of a kernel, run for their addresses.
template <class Kernel>
Audit audit_blocks(Kernel const& kernel, std::vector<int> const& chosen, int blocks,
                   int shared_bytes) {
  DryRun run(Kernel::threads, shared_bytes);
  for (int const block : chosen) run.block(kernel, block, blocks);
  return run.audit();
}

template <class Kernel>
LaunchAudit audit_launch(std::string label, int blocks, int shared_bytes, Kernel const& kernel) {
  return {std::move(label), blocks, Kernel::threads, shared_bytes,
          audit_blocks(kernel, sample_of_blocks(blocks), blocks, shared_bytes)};
}

}  // namespace isomer::team
