// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "team/fiber_block.hpp"
#include "team/fiber_team.hpp"
#include "team/scratch.hpp"

namespace isomer::test {

/// How a kernel is run on fibers.
struct FiberOptions {
  int threads = 128;
  int shared_bytes = 0;
  std::uint64_t seed = 0;  ///< of every order that hardware leaves open
  Landing landing = Landing::at_wait;
  int resident = 1;                                  ///< blocks that share the machine
  bool has_gangs = true;                             ///< whether blocks can be launched together
  std::int64_t block_bytes = team::any_block_bytes;  ///< that a block of the device may have
};

/// Every order that hardware leaves open follows from the number.
inline FiberOptions in_any_order(std::uint64_t number) {
  constexpr int resident[] = {1, 2, 7, 40};
  return {.seed = number,
          .landing = number % 2 == 0 ? Landing::at_wait : Landing::at_issue,
          .resident = resident[number / 2 % 4],
          .has_gangs = number / 8 % 2 == 0};
}

/// Runs all blocks of a kernel. They start in random order, as many at a time as are resident; at
/// ticket, publish and await a random one goes on.
class FiberLeague {
 public:
  FiberLeague(FiberOptions const& options, GlobalMemory& global, Findings& findings);

  template <class Kernel>
  void run(Kernel const& kernel, int blocks) {
    if (!fits_blocks()) return;
    run_all([&kernel](FiberTeam const& team) { kernel(team); }, blocks);
    global_->check_written();
  }

 private:
  /// Whether a launch finds its shared memory in a block, as Kokkos has it.
  bool fits_blocks();
  void run_all(std::function<void(FiberTeam const&)> const& kernel, int blocks);
  /// Whether the block that stands at a flag could go on, which it then can.
  bool pass_flag(FiberBlock& block);

  FiberOptions options_;
  GlobalMemory* global_;
  Findings* findings_;
  std::vector<std::unique_ptr<FiberBlock>> resident_{};
  std::map<std::uint32_t const*, Clock> released_{};  ///< what awaiting a flag lets a block see
};

}  // namespace isomer::test
