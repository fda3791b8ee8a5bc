// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "model/machine.hpp"

namespace isomer::in_place {

/// The machine as the decompositions see it when they estimate: its caches, and speeds of a usual
/// one as the unit that the calibrated model corrects (in_place/predict.hpp).
struct Machine : detail::Caches {
  std::int64_t line_bytes = 64;
  /// Bytes read plus bytes written a second by a plain copy with all threads.
  double copy_bandwidth = 20e9;
  /// From asking a line of memory to having it.
  double latency_seconds = 90e-9;
  /// What enqueueing one kernel costs.
  double launch_seconds = 1.3e-6;
};

/// This machine with `threads` workers on it.
inline Machine this_machine(int threads) {
  Machine machine{detail::caches()};
  // One core keeps about 16 lines in flight, which is some 20 GB/s of copying; eight cores fill the
  // channels of one socket.
  machine.copy_bandwidth *= std::clamp(threads, 1, 8);
  return machine;
}

}  // namespace isomer::in_place
