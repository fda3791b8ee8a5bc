// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cold_caches.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "machine/all_caches.hpp"
#include "machine/machine.hpp"
#include "patience.hpp"
#include "statistics.hpp"

namespace isomer::perf {

namespace {

/// The last-level cache of a virtual machine can be larger than what the machine says.
constexpr std::int64_t times_last_level = 4;

constexpr double min_sample_seconds = 200e-6;

std::size_t bytes_for(Scale scale) {
  constexpr std::int64_t least = std::int64_t{8} << 20;
  if (scale == Scale::tiny) return least;
  std::int64_t const last_level =
      std::max({detail::host_machine(1).l3_bytes, detail::all_l3_bytes(), least});
  return static_cast<std::size_t>(times_last_level * last_level);
}

/// Of that many calls.
double time_batch(Exec const& exec, Stopwatch const& watch, Move const& move, int calls) {
  double const start = watch.now();
  for (int k = 0; k < calls; ++k) move(0);
  exec.fence("isomer::perf: calls are done");
  return watch.now() - start;
}

double time_repeated(Exec const& exec, Stopwatch const& watch, Move const& move, int rounds) {
  constexpr int most_calls = 1 << 20;
  int calls = 1;
  time_batch(exec, watch, move, calls);
  while (calls < most_calls && time_batch(exec, watch, move, calls) < min_sample_seconds)
    calls *= 2;
  std::vector<double> seconds;
  for (int round = 0; round < rounds; ++round)
    seconds.push_back(time_batch(exec, watch, move, calls) / calls);
  return median(seconds);
}

}  // namespace

ColdCaches::ColdCaches(Exec const& exec, Scale scale)
    : memory_(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "isomer::perf::cold_caches"),
              bytes_for(scale)) {
  flush(exec);
}

void ColdCaches::flush(Exec const& exec) {
  Kokkos::deep_copy(exec, memory_, ++next_);
  exec.fence("isomer::perf: the caches are cold");
}

OnceTimes time_once(Exec const& exec, ColdCaches& caches, MakeMove const& make, int rounds) {
  Stopwatch const watch = stopwatch_for(exec);
  std::vector<double> planning;
  std::vector<double> first;
  Move move;
  for (int round = 0; round < rounds; ++round) {
    move = nullptr;  // as in a program that has had no such plan
    caches.flush(exec);
    double const start = watch.now();
    move = make();
    double const planned = watch.now();
    move(0);
    exec.fence("isomer::perf: the first execution is done");
    planning.push_back(planned - start);
    first.push_back(watch.now() - planned);
  }
  return {median(planning), median(first), time_repeated(exec, watch, move, rounds)};
}

double time_calls(Exec const& exec, ColdCaches& caches, MakeMove const& make, int calls,
                  int rounds) {
  Stopwatch const watch = stopwatch_for(exec);
  std::vector<double> seconds;
  for (int round = 0; round < rounds; ++round) {
    caches.flush(exec);
    double const start = watch.now();
    Move const move = make();
    for (int call = 0; call < calls; ++call) move(0);
    exec.fence("isomer::perf: all calls are done");
    seconds.push_back(watch.now() - start);
  }
  return median(seconds);
}

}  // namespace isomer::perf
