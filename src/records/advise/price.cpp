// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/price.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cost/real.hpp"

namespace isomer::records {

using detail::AdviceProblem;
using detail::KernelTrace;
using detail::Machine;
using detail::PricedArrangement;
using detail::real;
using detail::record_layout;
using detail::RecordLayout;

namespace {

constexpr std::size_t replayed_accesses = 16384;
constexpr std::size_t shortly_replayed = 2048;

/// Of a thread's own cache, and of the one that all share, what data stay in that are touched again
/// and again.
constexpr double own_share = 0.75;
constexpr double shared_share = 0.5;

/// Of the shorter of computing and moving, what is not hidden by the longer.
constexpr double not_hidden = 0.25;

std::vector<double> accesses_of(KernelTrace const& kernel, std::size_t leaves) {
  std::vector<double> mean(leaves, 0);
  auto const items = real(static_cast<std::int64_t>(kernel.item.size()));
  for (detail::ItemTrace const& item : kernel.item) {
    auto const kept = static_cast<std::int64_t>(item.access.size());
    double const longer = real(item.accesses) / std::max(1.0, real(kept));
    for (detail::Access const& access : item.access)
      mean[static_cast<std::size_t>(access.leaf)] += longer / items;
  }
  return mean;
}

/// Records whose values of a leaf lie side by side, at least.
std::int64_t run_of(RecordLayout const& layout, std::size_t leaf, std::int64_t bytes) {
  auto const& region = layout.region[static_cast<std::size_t>(layout.leaf[leaf].region)];
  constexpr std::int64_t all = 32768;
  if (region.tile > 1) return region.tile;
  return region.block_bytes == bytes ? all : 1;
}

}  // namespace

Pricer::Pricer(AdviceProblem const& problem, detail::Rates const& rates, Machine const& machine)
    : problem_(problem), rates_(rates), machine_(machine) {
  for (Arrangement const& arrangement : problem.offer)
    offered_.push_back(record_layout(problem.record, arrangement, problem.capacity));
  for (KernelTrace const& kernel : problem.kernel) {
    replay_.emplace_back(kernel, replayed_accesses);
    short_replay_.emplace_back(kernel, shortly_replayed);
    accesses_.push_back(accesses_of(kernel, problem.record.leaves().size()));
  }
}

/// Lines come from where all that is touched has room; what fits a thread's own cache has been
/// priced by the trial, and of lines here and there that share of them which it holds. An item that
/// sweeps over more than that finds nothing there of what the one before it touched. Lines here and
/// there keep later items waiting, which computing does not hide.
Pricer::Traffic Pricer::traffic(Replay const& replay, RecordLayout const& layout,
                                std::vector<bool> const& counts) const {
  Touched const item = replay.touched(
      {problem_.record.leaves(), layout, machine_.line_bytes, machine_.page_bytes}, counts);
  double const line = real(machine_.line_bytes);
  double const count = real(problem_.count);
  double const own = own_share * real(machine_.l2_bytes);
  auto const touched_by = [&](double items) {
    return std::min(real(layout.bytes), line * std::max(items * item.lines, item.lines_alone));
  };
  double const of_thread = touched_by(count / real(machine_.units));
  Traffic traffic;
  traffic.used_share = item.lines > 0 ? std::min(1.0, item.bytes / (line * item.lines)) : 1;
  detail::Work waiting{.launches = 1};
  // A line that is written once is fetched again once, however often it is read, as long as it is
  // still in the cache of the one who wrote it.
  double const kept = std::min(1.0, own * machine_.units / touched_by(count));
  if (machine_.units > 1)
    waiting.shared_lines = kept * count * std::min(item.shared, item.lines_written);
  traffic.waiting_seconds = seconds_of(waiting, detail::Residency::cache);
  if (of_thread <= own) return traffic;

  bool const is_in_l3 = touched_by(count) <= shared_share * real(machine_.l3_bytes);
  auto const from = is_in_l3 ? detail::Residency::cache : detail::Residency::memory;
  double const streamed =
      item.lines_alone * line > own ? item.lines_alone : item.lines - item.singles + item.skipped;
  detail::Work work;
  work.bytes = count * line * (streamed + item.lines_written);
  work.runs_read = count * item.restarts;
  traffic.seconds = seconds_of(work, from);

  double const singles = item.singles * (1 - own / of_thread);
  detail::Work here_and_there;
  // Among such lines the next ones of streams are not prefetched.
  here_and_there.gathers = count * std::min(1.0, singles) * (1 + item.lines - item.singles);
  here_and_there.bytes = count * line * singles;
  here_and_there.lines_read = count * singles;
  here_and_there.pages_read = count * std::min(singles, item.pages);
  traffic.waiting_seconds += seconds_of(here_and_there, from);
  return traffic;
}

double Pricer::seconds_of(detail::Work const& work, detail::Residency from) const {
  return detail::seconds(rates_, {detail::Kernel::record_loop, from, real(machine_.units), work});
}

double Pricer::assumed_compute(std::size_t kernel, RecordLayout const& layout) const {
  constexpr double access_seconds = 0.4e-9;
  double seconds = 0;
  for (std::size_t leaf = 0; leaf < accesses_[kernel].size(); ++leaf) {
    std::int64_t const bytes = problem_.record.leaves()[leaf].bytes;
    std::int64_t const lanes = std::max<std::int64_t>(1, machine_.isa.vector_bytes / bytes);
    auto const at_once = std::min(lanes, run_of(layout, leaf, bytes));
    seconds += accesses_[kernel][leaf] * access_seconds / real(at_once);
  }
  return seconds;
}

double Pricer::compute_of_offered(std::size_t kernel, std::size_t a) const {
  auto const& trial = problem_.kernel[kernel].trial;
  return trial.empty() ? assumed_compute(kernel, offered_[a]) : trial[a];
}

double Pricer::compute_of_other(std::size_t kernel, RecordLayout const& layout) const {
  double const assumed = assumed_compute(kernel, layout);
  auto const& trial = problem_.kernel[kernel].trial;
  if (trial.empty()) return assumed;
  double nearest = std::numeric_limits<double>::max();
  double seconds = assumed;
  for (std::size_t a = 0; a < offered_.size(); ++a) {
    double const apart = std::abs(std::log(assumed / assumed_compute(kernel, offered_[a])));
    if (apart >= nearest) continue;
    nearest = apart;
    seconds = trial[a];
  }
  return seconds;
}

PricedArrangement Pricer::priced(Arrangement const& arrangement, RecordLayout const& layout,
                                 std::vector<double> const& compute) const {
  PricedArrangement result;
  result.arrangement = arrangement;
  std::vector<bool> const all(problem_.record.leaves().size(), true);
  for (std::size_t k = 0; k < problem_.kernel.size(); ++k) {
    Traffic const moved = traffic(replay_[k], layout, all);
    double const computed = compute[k] * real(problem_.count) / real(machine_.units);
    double const seconds = moved.waiting_seconds + std::max(computed, moved.seconds) +
                           not_hidden * std::min(computed, moved.seconds);
    result.seconds.push_back(seconds);
    result.used_share.push_back(moved.used_share);
    result.all_seconds += real(problem_.kernel[k].calls) * seconds;
  }
  return result;
}

PricedArrangement Pricer::offered(std::size_t a) const {
  std::vector<double> compute;
  for (std::size_t k = 0; k < problem_.kernel.size(); ++k)
    compute.push_back(compute_of_offered(k, a));
  PricedArrangement result = priced(problem_.offer[a], offered_[a], compute);
  result.conversion_seconds = problem_.conversion[problem_.current][a];
  return result;
}

PricedArrangement Pricer::other(Arrangement const& arrangement) const {
  auto const layout = record_layout(problem_.record, arrangement, problem_.capacity);
  std::vector<double> compute;
  for (std::size_t k = 0; k < problem_.kernel.size(); ++k)
    compute.push_back(compute_of_other(k, layout));
  return priced(arrangement, layout, compute);
}

double Pricer::memory_seconds(Arrangement const& arrangement,
                              std::vector<bool> const& counts) const {
  auto const layout = record_layout(problem_.record, arrangement, problem_.capacity);
  double sum = 0;
  for (std::size_t k = 0; k < problem_.kernel.size(); ++k)
    sum += real(problem_.kernel[k].calls) * traffic(short_replay_[k], layout, counts).all();
  return sum;
}

}  // namespace isomer::records
