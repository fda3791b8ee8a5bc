// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/take_turns.hpp"

#include <algorithm>
#include <chrono>

#include "interleave.hpp"
#include "statistics.hpp"
#include "yardstick.hpp"

namespace isomer::perf {

namespace {

/// More than any third-level cache that a thread or two could fill between two turns.
constexpr std::int64_t least_footprint = std::int64_t{192} << 20;
constexpr std::int64_t most_slots = 64;

Patience patience_for(detail::Residency residency, std::int64_t bytes) {
  Patience patience;
  patience.rounds = 5;
  if (residency == detail::Residency::cache) {
    patience.min_sample_seconds = 200e-6;
    return patience;
  }
  patience.min_sample_seconds = 1e-3;
  patience.slots = static_cast<int>(
      std::clamp<std::int64_t>(least_footprint / std::max<std::int64_t>(bytes, 1), 2, most_slots));
  return patience;
}

Stopwatch stopwatch_of(Exec const& exec) {
  return {[exec] { exec.fence("isomer::perf: around the clock"); },
          [] {
            auto const time = std::chrono::steady_clock::now().time_since_epoch();
            return std::chrono::duration<double>(time).count();
          }};
}

}  // namespace

Turns take_turns(Exec const& exec, Buffers& buffers, Extents const& extents,
                 std::vector<MoveOnPair> const& moves) {
  Patience const patience = patience_for(extents.residency, extents.buffer_bytes);
  buffers.provide(2 * patience.slots, extents.buffer_bytes);
  auto contenders = yardsticks(exec, extents.copied_bytes, [&](int turn) {
    return CopyPair{buffers[2 * turn + 1], buffers[2 * turn]};
  });
  std::size_t const first = contenders.size();
  for (MoveOnPair const& move : moves)
    contenders.push_back({"", Contender::Role::subject,
                          [&](int turn) { move(buffers[2 * turn + 1], buffers[2 * turn]); }});
  interleave(contenders, patience, stopwatch_of(exec));

  Turns turns{median(fastest_yardstick(contenders).seconds), {}};
  for (std::size_t k = first; k < contenders.size(); ++k)
    turns.seconds.push_back(median(contenders[k].seconds));
  return turns;
}

}  // namespace isomer::perf
