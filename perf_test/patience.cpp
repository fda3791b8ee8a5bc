// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "patience.hpp"

#include <chrono>

namespace isomer::perf {

namespace {

// Long enough for a clock that is read in 30 ns, short enough to stay within one phase.
constexpr double min_cached_sample_seconds = 200e-6;

}  // namespace

Patience patience_for(Case const& chosen, Options const& options) {
  Patience patience;
  switch (options.scale) {
    case Scale::full: break;
    case Scale::few:
      patience.rounds = 3;
      patience.budget_seconds = 1;
      patience.least_rounds = 2;
      break;
    case Scale::tiny:
      patience.rounds = 2;
      patience.budget_seconds = 0.5;
      patience.least_rounds = 1;
      break;
  }
  if (options.repeat > 0) patience.rounds = patience.least_rounds = options.repeat;
  if (chosen.residency == Residency::cache)
    patience.min_sample_seconds =
        min_cached_sample_seconds / (options.scale == Scale::tiny ? 10 : 1);
  patience.slots = turns_for(chosen);
  return patience;
}

Stopwatch stopwatch_for(Exec const& exec) {
  return {[exec] { exec.fence("isomer::perf: around the clock"); },
          [] {
            auto const time = std::chrono::steady_clock::now().time_since_epoch();
            return std::chrono::duration<double>(time).count();
          }};
}

}  // namespace isomer::perf
