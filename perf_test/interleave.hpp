// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace isomer::perf {

/// One of those that take turns in a measurement.
struct Contender {
  enum class Role : std::uint8_t {
    subject,    ///< what is measured
    yardstick,  ///< a way to copy; the fastest one counts, hopeless ones are dropped early
    rival       ///< something else that does the job; measured a few times only
  };

  std::string name;
  Role role;
  std::function<void(int turn)> run;  ///< `turn`, below Patience::slots, chooses the buffers

  int batch = 1;                  ///< calls between two readings of the clock
  std::vector<double> seconds{};  ///< per call, one for each round
};

struct Patience {
  int rounds = 9;
  double budget_seconds = 20;     ///< after that no further round begins,
  int least_rounds = 3;           ///< unless fewer than this have been run
  double min_sample_seconds = 0;  ///< calls are batched until a sample lasts so long
  int slots = 1;                  ///< sets of buffers that turns go round
};

/// What an unbiased measurement needs of its surroundings; a test passes its own.
struct Stopwatch {
  std::function<void()> fence;  ///< waits for everything enqueued; called around every reading
  std::function<double()> now;
};

/// Runs all contenders in turn, round by round, so that a slow phase of the machine hits all alike.
/// The first run of each is not counted.
void interleave(std::vector<Contender>& contenders, Patience const& patience,
                Stopwatch const& stopwatch);

/// The yardstick with the smallest median.
Contender const& fastest_yardstick(std::vector<Contender> const& contenders);

}  // namespace isomer::perf
