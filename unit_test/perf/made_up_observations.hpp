// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "calibrate/observation.hpp"
#include "random.hpp"

namespace isomer::perf {

/// A pass on memory of which only some numbers count.
inline detail::Pass some_pass(detail::Kernel kernel, int threads, double bytes, double runs) {
  detail::Pass pass{kernel, detail::Residency::memory, static_cast<double>(threads), {}};
  pass.work.bytes = bytes;
  pass.work.runs_read = runs;
  return pass;
}

/// Problems of two candidates on two threads, whose time is known exactly; every third problem ran
/// on one of them.
inline std::vector<Observation> made_up(int problems) {
  Random random(3, 1);
  std::vector<Observation> all;
  for (int problem = 0; problem < problems; ++problem)
    for (int candidate = 0; candidate < 2; ++candidate) {
      int const threads = problem % 3 == 0 ? 1 : 2;
      double const bytes = random.between_on_log_scale(1e6, 1e9);
      double const runs = random.between_on_log_scale(1, 1e6);
      Observation seen;
      seen.problem = problem;
      seen.method = "orthogonal_distinct";
      seen.threads = threads;
      seen.passes = {some_pass(detail::Kernel::tile_direct, threads, bytes, runs)};
      seen.seconds = ((threads == 1 ? 1e-10 : 2e-10) * bytes + 1e-8 * runs) / threads;
      seen.copy_seconds = 1e-10 * bytes;
      all.push_back(seen);
    }
  return all;
}

}  // namespace isomer::perf
