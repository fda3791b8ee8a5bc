// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/advice_on.hpp"

#include <algorithm>

#include <isomer/error.hpp>

#include "cost/models.hpp"
#include "cost/real.hpp"
#include "machine/machine.hpp"
#include "records/advise/candidates.hpp"
#include "records/advise/facts.hpp"
#include "records/advise/loops/loops.hpp"
#include "records/advise/price.hpp"
#include "records/advise/program.hpp"
#include "records/advise/tree/trees.hpp"
#include "records/advise/watch/beginning.hpp"
#include "records/advise/watch/jumps.hpp"
#include "records/advise/whole_records.hpp"
#include "records/move/panel_layout.hpp"
#include "team/team.hpp"

namespace isomer::records {

using detail::Access;
using detail::AdviceFacts;
using detail::AdviceProblem;
using detail::ItemTrace;
using detail::KernelFacts;
using detail::KernelTrace;
using detail::LeafUse;
using detail::least_gain;
using detail::PricedArrangement;
using detail::real;

namespace {

void require_accesses(AdviceProblem const& problem) {
  if (problem.kernel.empty())
    throw Error("isomer::advise: no kernel is given, there has to be one");
  for (KernelTrace const& kernel : problem.kernel) {
    if (kernel.calls < 1)
      throw Error("isomer::advise: the kernel \"" + kernel.name + "\" has " +
                  std::to_string(kernel.calls) + " calls, they have to be 1 or more");
    if (std::all_of(kernel.item.begin(), kernel.item.end(),
                    [](ItemTrace const& item) { return item.accesses == 0; }))
      throw Error("isomer::advise: the kernel \"" + kernel.name +
                  "\" touched no record, there is nothing to advise from");
  }
}

std::int64_t moved_bytes(detail::Machine const& machine) {
  return machine.is_host() ? machine.line_bytes : team::sector_bytes;
}

/// A GPU has one for all multiprocessors.
std::int64_t second_level_bytes(detail::Machine const& machine) {
  return machine.is_host() ? machine.l2_bytes * machine.units : machine.l2_bytes;
}

KernelFacts facts_of(DynamicRecord const& record, KernelTrace const& kernel) {
  KernelFacts facts;
  facts.name = kernel.name;
  facts.calls = kernel.calls;
  facts.use.resize(record.leaves().size());
  facts.was_tried = !kernel.trial.empty();
  facts.was_measured = !kernel.measured.empty();
  facts.watched_seconds = kernel.watched_seconds;
  for (LeafUse& use : facts.use) use.jumps = true;
  for (ItemTrace const& item : kernel.item) {
    facts.is_truncated |= item.accesses > static_cast<std::int64_t>(item.access.size());
    visit_jumps(item, facts.use.size(), [&](Access const& access, bool jumps) {
      LeafUse& use = facts.use[static_cast<std::size_t>(access.leaf)];
      (access.is_write ? use.is_written : use.is_read) = true;
      use.jumps &= jumps && access.record != item.item;
    });
  }
  facts.distance = distances_of(record.leaves(), record.names().size(), beginning_of(kernel));
  return facts;
}

/// All cuts of the graphs of the program and of each kernel, each once.
std::vector<Partition> partitions_of(AdviceFacts const& facts) {
  std::vector<Partition> all = cuts(facts.distance);
  for (KernelFacts const& kernel : facts.kernel)
    for (auto const& cut : cuts(kernel.distance))
      if (std::find(all.begin(), all.end(), cut) == all.end()) all.push_back(cut);
  return all;
}

Program program_of(AdviceProblem const& problem, AdviceFacts const& facts) {
  Program program;
  program.conversion = problem.conversion;
  program.planning = problem.planning;
  program.current = problem.current;
  for (std::size_t k = 0; k < problem.kernel.size(); ++k) {
    program.calls.push_back(real(problem.kernel[k].calls));
    program.seconds.emplace_back();
    for (PricedArrangement const& priced : facts.offered)
      program.seconds.back().push_back(priced.seconds[k]);
  }
  return program;
}

bool stays(Path const& path) {
  return std::all_of(path.begin(), path.end(), [&](std::size_t a) { return a == path.front(); });
}

/// A prediction of which is faster may be off by the model's own error.
double gain_of_model(AdviceGround const& ground) {
  if (!ground.machine.is_host()) return least_gain;
  return std::max(least_gain, ground.model.rates.advice.ratio_error);
}

/// What is measured is known.
double needed_gain(AdviceGround const& ground, AdviceFacts const& facts) {
  return facts.is_all_measured() ? least_gain : gain_of_model(ground);
}

/// Visits must be worth more than staying in one arrangement, and that more than keeping.
void judge(Program const& program, AdviceFacts& facts) {
  auto const seconds = [&](Path const& path) {
    return running_seconds(program, path) + changing_seconds(program, path);
  };
  Path const keep(program.calls.size(), program.current);
  Path best = best_stay(program);
  Path const shortest = shortest_path(program);
  if (seconds(shortest) < (1 - facts.needed_gain) * seconds(best)) best = shortest;
  if (seconds(best) >= (1 - facts.needed_gain) * seconds(keep)) best = keep;
  facts.path = best;
  facts.kept_seconds = seconds(keep);
  facts.advised_seconds = seconds(best);
  if (best == keep) return;
  facts.verdict = stays(best) ? Verdict::rearrange : Verdict::visit;
  double calls = 0;
  for (double const of_kernel : program.calls) calls += of_kernel;
  double const gain = running_seconds(program, keep) - running_seconds(program, best);
  double const times = facts.verdict == Verdict::visit ? program.rounds() : 1;
  facts.pays_off_after = changing_seconds(program, best) / times * calls / gain;
}

/// Those that take least by a short replay, the best first.
std::vector<Arrangement> most_promising(std::vector<Arrangement> const& of, std::size_t most,
                                        Pricer const& pricer) {
  std::vector<PricedArrangement> brief;
  brief.reserve(of.size());
  for (Arrangement const& arrangement : of)
    brief.push_back(pricer.other(arrangement, Depth::brief));
  std::stable_sort(brief.begin(), brief.end(),
                   [](auto const& a, auto const& b) { return a.all_seconds < b.all_seconds; });
  brief.resize(std::min(most, brief.size()));
  std::vector<Arrangement> best;
  best.reserve(brief.size());
  for (PricedArrangement& priced : brief) best.push_back(std::move(priced.arrangement));
  return best;
}

/// Those not of the offer that are better than all of it, by more than `gain`. None of what
/// `rearrange` refuses.
void find_not_offered(CandidateSource const& source, Pricer const& pricer, double gain,
                      AdviceFacts& facts) {
  if (source.problem.record.leaves().size() > max_leaves) return;
  auto const& offer = source.problem.offer;
  constexpr std::size_t most = 3;
  constexpr std::size_t most_looked_at = 5;
  double least = facts.offered[facts.current].predicted_total();
  for (PricedArrangement const& priced : facts.offered)
    if (priced.is_reachable()) least = std::min(least, priced.predicted_total());
  std::vector<Arrangement> all = candidates(source, pricer);
  std::erase_if(all, [&](Arrangement const& made) {
    return std::find(offer.begin(), offer.end(), made) != offer.end();
  });
  for (Arrangement const& made : most_promising(all, most_looked_at, pricer)) {
    PricedArrangement priced = pricer.other(made, Depth::whole);
    if (priced.all_seconds < (1 - gain) * least) facts.not_offered.push_back(std::move(priced));
  }
  std::stable_sort(facts.not_offered.begin(), facts.not_offered.end(),
                   [](auto const& a, auto const& b) { return a.all_seconds < b.all_seconds; });
  if (facts.not_offered.size() > most)
    facts.not_offered.erase(facts.not_offered.begin() + most, facts.not_offered.end());
}

std::optional<PricedArrangement> whole_records(AdviceGround const& ground, Pricer const& pricer,
                                               AdviceProblem const& problem,
                                               PricedArrangement const& current) {
  if (current.arrangement != Arrangement(AoS{})) return std::nullopt;
  PricedArrangement whole{.arrangement = current.arrangement,
                          .seconds = seconds_by_whole_records(ground, pricer, problem, current),
                          .used_share = current.used_share};
  if (whole.seconds == current.predicted_seconds()) return std::nullopt;
  for (std::size_t k = 0; k < whole.seconds.size(); ++k)
    whole.all_seconds += real(problem.kernel[k].calls) * whole.seconds[k];
  return whole;
}

}  // namespace

Advice advice_on(AdviceGround const& ground, AdviceProblem const& problem) {
  require_accesses(problem);
  detail::Machine const& machine = ground.machine;
  auto facts = std::make_shared<AdviceFacts>(
      AdviceFacts{.record = problem.record,
                  .count = problem.count,
                  .capacity = problem.capacity,
                  .is_gpu = !machine.is_host(),
                  .line_bytes = machine.line_bytes,
                  .moved_bytes = moved_bytes(machine),
                  .second_level_bytes = second_level_bytes(machine),
                  .third_level_bytes = machine.l3_bytes,
                  .current = problem.current,
                  .tree_origin = ground.tree.origin,
                  .rates_origin = ground.model.origin,
                  .has_measured_changes = !problem.measured_change.empty(),
                  .lacked_memory = problem.lacked_memory});
  std::vector<Distances> distances;
  for (KernelTrace const& kernel : problem.kernel) {
    facts->kernel.push_back(facts_of(problem.record, kernel));
    distances.push_back(facts->kernel.back().distance);
  }
  facts->distance = largest_of(distances);
  facts->partition = partition(facts->distance, machine.line_bytes);

  Pricer const pricer(problem, ground.model.rates, machine);
  for (std::size_t a = 0; a < problem.offer.size(); ++a)
    facts->offered.push_back(pricer.offered(a));
  facts->needed_gain = needed_gain(ground, *facts);
  judge(program_of(problem, *facts), *facts);
  facts->whole_records = whole_records(ground, pricer, problem, facts->offered[facts->current]);
  find_not_offered({problem, partitions_of(*facts), distances, ground.tree.tree, machine.l2_bytes},
                   pricer, gain_of_model(ground), *facts);
  facts->advice_seconds = problem.clock.seconds();
  return Advice(std::move(facts));
}

}  // namespace isomer::records
