// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/records/measure_loops.hpp"

#include <algorithm>
#include <cmath>

#include "calibrate/progress.hpp"
#include "machine/memory_limits.hpp"
#include "one_thread.hpp"
#include "patience.hpp"
#include "random.hpp"
#include "records/advise/facts.hpp"
#include "statistics.hpp"
#include "suites/records/random_record.hpp"
#include "suites/scale.hpp"

namespace isomer::perf {
namespace {

constexpr std::uint64_t stream = 41;
constexpr char const* what = "loops over records";
/// Four minutes for all programs.
constexpr int rounds = 3;

/// Bytes of all records: a third each for a core's cache, for the shared one, and for memory.
std::int64_t draw_bytes(Random& random, int program, int threads, Options const& options) {
  auto const machine = detail::host_machine(threads);
  auto const l2 = static_cast<double>(machine.l2_bytes);
  auto const l3 = static_cast<double>(machine.l3_bytes);
  auto const draw = [&](double least, double most) {
    return std::llround(random.between_on_log_scale(least, std::max(least, most)));
  };
  if (program % 3 == 0 || options.scale == Scale::tiny) return draw(l2 / 32, l2 / 2);
  if (program % 3 == 1) return draw(1.5 * l2 * threads, l3 / 3);
  double const room = static_cast<double>(detail::memory_left()) / 16;
  return draw(std::min(room, 1.5 * l3), std::min(room, 3 * l3));
}

}  // namespace

std::vector<LoopObservation> measure_loops(Exec const& exec, Options const& options) {
  auto const records = random_records_of_all();
  Random random(options.seed, stream);
  Exec const one = one_thread_instance();
  std::vector<LoopObservation> all;
  auto const programs = static_cast<int>(Counts{360, 60, 12}.sampled(options));
  for (int program = 0; program < programs; ++program) {
    show_progress(what, program, programs);
    bool const alone = one.concurrency() < exec.concurrency() && program / 3 % 3 == 0;
    Exec const& with = alone ? one : exec;
    auto const last = static_cast<std::int64_t>(records.size()) - 1;
    RandomRecord const& record = records[static_cast<std::size_t>(random.between(0, last))];
    auto const kernel = static_cast<std::size_t>(random.between(0, pool_size - 1));
    RandomChoice const choice{draw_bytes(random, program, with.concurrency(), options),
                              {{kernel, 1}}};
    auto const contest = record.make_contest(choice, with);
    auto const advice = contest->advise(1, Effort::estimate);
    auto const offer = contest->offer();
    for (std::size_t k = 1; k < offer.size(); ++k) contest->rearrange(k, offer[k]);
    Case chosen;
    chosen.residency = program % 3 == 2 ? Residency::memory : Residency::cache;
    Patience patience = patience_for(chosen, options);
    if (options.repeat == 0) patience.rounds = std::min(patience.rounds, rounds);
    patience.slots = 1;
    auto const timed =
        steps_by_turns(*contest, all_of_offer(*contest), patience, stopwatch_for(with));
    for (std::size_t k = 0; k < offer.size(); ++k)
      all.push_back({program, median(timed[k].seconds), advice.facts().offered[k].work.front(),
                     std::string(record.name) + " kernel " + std::to_string(kernel) + " in " +
                         offer[k].name() + ", " + std::to_string(choice.bytes) + " bytes"});
  }
  show_progress(what, programs, programs);
  return all;
}

}  // namespace isomer::perf
