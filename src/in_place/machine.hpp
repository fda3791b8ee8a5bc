// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace isomer::in_place {

/// The machine as the model of the in-place decompositions sees it.
struct Machine {
  std::int64_t l1_bytes = 32 << 10;  ///< data cache of one core
  std::int64_t l2_bytes = 1 << 20;   ///< second level, one core's share
  std::int64_t l3_bytes = 16 << 20;  ///< last level, shared
  std::int64_t line_bytes = 64;
  /// Bytes read plus bytes written a second by a plain copy with all threads.
  double copy_bandwidth = 20e9;
  /// From asking a line of memory to having it.
  double latency_seconds = 90e-9;
  /// What enqueueing one kernel costs.
  double launch_seconds = 1.3e-6;
};

/// What the operating system says of this machine, for `threads` workers on it. Reads the system
/// once.
Machine this_machine(int threads);

}  // namespace isomer::in_place
