// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "measure.hpp"

#include <algorithm>
#include <exception>

#include <isomer/error.hpp>

#include "bench.hpp"
#include "interleave.hpp"
#include "machine/memory_limits.hpp"
#include "patience.hpp"
#include "yardstick.hpp"

namespace isomer::perf {

namespace {

/// In place the copy goes from a buffer to the one before it, so that the next contender, whose
/// turn is one higher, finds neither of them warm.
CopyPair copy_pair(Case const& chosen, Buffers const& buffers, int turn) {
  if (chosen.buffers_per_turn == 2) {
    return {buffers[2 * turn + 1], buffers[2 * turn]};
  }
  int const turns = std::max(2, turns_for(chosen));
  return {buffers[(turn + turns - 1) % turns], buffers[turn]};
}

std::vector<Contender> contenders_for(Case const& chosen, Work const& work, Exec const& exec,
                                      Buffers const& buffers) {
  std::vector<Contender> all;
  if (chosen.has_copy)
    all =
        yardsticks(exec, chosen.bytes, [&](int turn) { return copy_pair(chosen, buffers, turn); });
  all.push_back({"isomer", Contender::Role::subject, work.run});
  for (auto const& rival : work.rivals)
    all.push_back({rival.name, Contender::Role::rival, rival.run});
  return all;
}

void take_times(Row& row, std::vector<Contender> const& contenders) {
  for (auto const& contender : contenders) {
    if (contender.role == Contender::Role::subject) {
      row.set_seconds(contender.seconds);
    } else if (contender.role == Contender::Role::rival) {
      row.rivals.push_back({contender.name, median(contender.seconds)});
    }
  }
  if (contenders.front().role != Contender::Role::yardstick) return;
  auto const& copy = fastest_yardstick(contenders);
  row.copy_seconds = median(copy.seconds);
  row.copy_name = copy.name;
}

void drop_rival(Row& row, std::string const& name) {
  std::erase_if(row.rivals, [&](Row::Rival const& rival) { return rival.name == name; });
  row.note += "  " + name + " gave a wrong result";
}

void measure_into(Row& row, Case const& chosen, Bench const& bench) {
  if (chosen.measure) return chosen.measure(row, chosen, bench);
  int const count = buffers_for(chosen);
  std::int64_t const needed = Buffers::footprint(count, chosen.bytes);
  // What is held is given back before more is taken.
  if (needed > detail::memory_left() / 10 * 9 + bench.buffers.held_bytes()) {
    row.state = Row::State::skipped;
    row.reason = "needs " + std::to_string(needed >> 20) + " MiB of memory";
    return;
  }
  bench.buffers.provide(count, chosen.bytes);
  Work const work = chosen.prepare(bench);
  row.schema = work.plan.schema;
  row.passes = work.plan.passes;
  row.predicted_seconds = work.plan.predicted_seconds;
  auto contenders = contenders_for(chosen, work, bench.exec, bench.buffers);
  interleave(contenders, patience_for(chosen, bench.options), stopwatch_for(bench.exec));
  take_times(row, contenders);
  if (!work.verify) return;
  if (auto const wrong = work.verify(work.run, bench.options.corrupt)) return row.fail(*wrong);
  // A rival that gets it wrong is not worth a figure, and no fault of ours.
  for (auto const& rival : work.rivals)
    if (work.verify(rival.run, false)) drop_rival(row, rival.name);
}

}  // namespace

Row measure(Case const& chosen, Exec const& exec, Buffers& buffers, Options const& options) {
  Row row;
  row.suite = chosen.suite;
  row.type = name_of(chosen.type);
  row.name = chosen.name;
  row.group = chosen.group;
  row.bytes = chosen.bytes;
  row.is_latency = chosen.is_latency;
  try {
    measure_into(row, chosen, Bench{exec, buffers, options});
  } catch (Error const& error) {
    row.fail(error.what());
    // A forced schema need not be able to do every case.
    if (!options.schema.empty()) row.state = Row::State::skipped;
  } catch (std::exception const& error) {
    row.fail(error.what());
  }
  return row;
}

}  // namespace isomer::perf
