// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "interleave.hpp"

#include <algorithm>
#include <cmath>

#include "statistics.hpp"

namespace isomer::perf {

namespace {

constexpr int rival_rounds = 3;
constexpr double rival_seconds = 2;  // some are a hundred times slower than a copy
// A yardstick this much slower than the fastest after two rounds will not become the fastest.
constexpr double hopeless = 1.3;
constexpr std::size_t rounds_before_verdict = 2;
constexpr int most_calls = 1 << 20;

double sample(Contender& contender, int turn, int slots, Stopwatch const& stopwatch) {
  int slot = turn % slots;
  stopwatch.fence();
  double const start = stopwatch.now();
  for (int call = 0; call < contender.batch; ++call) {
    contender.run(slot);
    if (++slot == slots) slot = 0;
  }
  stopwatch.fence();
  return (stopwatch.now() - start) / contender.batch;
}

/// Runs the contender uncounted, with ever more calls until a sample is long enough.
void warm_up(Contender& contender, int turn, Patience const& patience, Stopwatch const& stopwatch) {
  double seconds = sample(contender, turn, patience.slots, stopwatch);
  while (seconds * contender.batch < patience.min_sample_seconds && contender.batch < most_calls) {
    double const needed = patience.min_sample_seconds / std::max(seconds, 1e-9);
    int const most = std::min(most_calls, contender.batch * 16);  // the first calls are cold
    contender.batch = std::clamp(static_cast<int>(std::ceil(needed)), contender.batch + 1, most);
    seconds = sample(contender, turn, patience.slots, stopwatch);
  }
}

double fastest_median(std::vector<Contender> const& contenders) {
  return median(fastest_yardstick(contenders).seconds);
}

bool is_out(Contender const& contender, std::vector<Contender> const& contenders) {
  auto const rounds = contender.seconds.size();
  if (contender.role == Contender::Role::rival)
    return rounds >= rival_rounds ||
           (rounds > 0 && contender.seconds.back() * contender.batch > rival_seconds);
  if (contender.role == Contender::Role::yardstick && rounds >= rounds_before_verdict)
    return median(contender.seconds) > hopeless * fastest_median(contenders);
  return false;
}

}  // namespace

Contender const& fastest_yardstick(std::vector<Contender> const& contenders) {
  Contender const* fastest = nullptr;
  for (auto const& contender : contenders) {
    if (contender.role != Contender::Role::yardstick || contender.seconds.empty()) continue;
    if (fastest == nullptr || median(contender.seconds) < median(fastest->seconds))
      fastest = &contender;
  }
  return *fastest;
}

void interleave(std::vector<Contender>& contenders, Patience const& patience,
                Stopwatch const& stopwatch) {
  int turn = 0;
  double const start = stopwatch.now();
  for (auto& contender : contenders) warm_up(contender, turn++, patience, stopwatch);
  for (int round = 0; round < patience.rounds; ++round) {
    if (round >= patience.least_rounds && stopwatch.now() - start > patience.budget_seconds) break;
    int const first_turn = turn;
    for (auto& contender : contenders)
      if (!is_out(contender, contenders))
        contender.seconds.push_back(sample(contender, turn++, patience.slots, stopwatch));
    // Otherwise each contender would meet the same buffers in every round.
    if (patience.slots > 2 && (turn - first_turn) % patience.slots == 0) ++turn;
  }
}

}  // namespace isomer::perf
