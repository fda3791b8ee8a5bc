// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <numeric>

#include "cost/real.hpp"
#include "index/rounding.hpp"
#include "records/advise/loops/loops.hpp"
#include "records/advise/watch/jumps.hpp"
#include "records/advise/watch/replay.hpp"
#include "records/advise/watch/value_address.hpp"

namespace isomer::records {

using detail::AdviceProblem;
using detail::ceil_div;
using detail::KernelTrace;
using detail::Machine;
using detail::real;
using detail::RecordLayout;

namespace {

/// Of a thread's own cache, and of the one that all share, what data stay in that are touched again
/// and again.
constexpr double own_share = 0.75;
constexpr double shared_share = 0.5;

/// Of an item to a leaf, in the mean.
struct MeanAccesses {
  double all = 0;
  double jumping = 0;  ///< far from the one before
};

std::vector<MeanAccesses> accesses_of(KernelTrace const& kernel, std::size_t leaves) {
  std::vector<MeanAccesses> mean(leaves);
  auto const items = real(static_cast<std::int64_t>(kernel.item.size()));
  for (detail::ItemTrace const& item : kernel.item) {
    auto const kept = static_cast<std::int64_t>(item.access.size());
    double const each = real(item.accesses) / std::max(1.0, real(kept)) / items;
    visit_jumps(item, leaves, [&](detail::Access const& access, bool jumps) {
      MeanAccesses& of_leaf = mean[static_cast<std::size_t>(access.leaf)];
      of_leaf.all += each;
      of_leaf.jumping += jumps ? each : 0;
    });
  }
  return mean;
}

class HostLoops : public Loops {
 public:
  HostLoops(AdviceProblem const& problem, detail::Rates const& rates, Machine const& machine)
      : problem_(problem), rates_(rates), machine_(machine) {
    for (KernelTrace const& kernel : problem.kernel) {
      replay_.emplace_back(kernel, most_replayed(Depth::whole));
      brief_replay_.emplace_back(kernel, most_replayed(Depth::brief));
      accesses_.push_back(accesses_of(kernel, problem.record.leaves().size()));
    }
  }

  Look look(std::size_t kernel, RecordLayout const& layout, std::vector<bool> const& counts,
            Depth depth) const override {
    auto const& replay = depth == Depth::whole ? replay_ : brief_replay_;
    Touched const item = replay[kernel].touched(
        {problem_.record.leaves(), layout, machine_.line_bytes, machine_.page_bytes,
         ceil_div(std::max<std::int64_t>(problem_.count, 1), machine_.units)},
        counts);
    double const line_bytes = real(machine_.line_bytes) * item.lines;
    return {work_of(kernel, item, layout),
            line_bytes > 0 ? std::min(1.0, item.bytes / line_bytes) : 1};
  }
  double assumed_compute(std::size_t kernel, RecordLayout const& layout) const override;
  double seconds(LoopWork const& work) const override { return records::seconds(rates_, work); }

 private:
  LoopWork work_of(std::size_t kernel, Touched const& item, RecordLayout const& layout) const;
  /// Of a thread's cache, what data stay in that are touched again and again.
  double own_cache() const { return own_share * real(machine_.l2_bytes); }
  /// And of that, what a kernel's lines have room in.
  double own_bytes(std::size_t kernel, RecordLayout const& layout) const;
  detail::Work called(Touched const& item, double touched_bytes) const;
  detail::Work streamed(Touched const& item) const;
  detail::Work here_and_there(Touched const& item, double share, double page_misses) const;
  /// Of pages here and there, the share whose translation a core has not kept.
  double page_misses(std::size_t kernel, RecordLayout const& layout) const;

  AdviceProblem const& problem_;
  detail::Rates const& rates_;
  Machine const& machine_;
  std::vector<Replay> replay_, brief_replay_;
  std::vector<std::vector<MeanAccesses>> accesses_;  ///< of each kernel to each leaf
};

/// A line that is written once is fetched again once, however often it is read, as long as it is
/// still in the cache of the one who wrote it.
detail::Work HostLoops::called(Touched const& item, double touched_bytes) const {
  detail::Work work{.launches = 1};
  double const kept = std::min(1.0, own_cache() * machine_.units / touched_bytes);
  if (machine_.units > 1)
    work.shared_lines = kept * real(problem_.count) * std::min(item.shared, item.lines_written);
  return work;
}

/// Leaves whose blocks are a multiple of some lines apart lie in some sets of the cache only. Pages
/// may lie in any.
double HostLoops::own_bytes(std::size_t kernel, RecordLayout const& layout) const {
  std::int64_t const line = machine_.line_bytes;
  double const all = own_cache();
  std::vector<bool> used(static_cast<std::size_t>(machine_.page_bytes / line));
  for (std::size_t leaf = 0; leaf < accesses_[kernel].size(); ++leaf) {
    if (accesses_[kernel][leaf].all == 0) continue;
    auto const& place = layout.leaf[leaf];
    auto const& region = layout.region[static_cast<std::size_t>(place.region)];
    std::int64_t const step = std::gcd(region.block_bytes, machine_.page_bytes);
    if (step <= line) return all;
    std::int64_t const first = region.begin + place.offset;
    std::int64_t const bytes = region.tile * problem_.record.leaves()[leaf].bytes;
    for (std::int64_t at = first; at < first + machine_.page_bytes; at += step)
      for (std::int64_t k = at / line; k <= (at + bytes - 1) / line; ++k)
        used[static_cast<std::size_t>(k) % used.size()] = true;
  }
  auto const lines = std::count(used.begin(), used.end(), true);
  return all * real(lines) / real(static_cast<std::int64_t>(used.size()));
}

/// An item that sweeps over more than a thread's cache finds nothing there of what the one before
/// it touched.
detail::Work HostLoops::streamed(Touched const& item) const {
  double const line = real(machine_.line_bytes);
  double const count = real(problem_.count);
  double const lines = item.lines_alone * line > own_cache()
                           ? item.lines_alone
                           : item.lines - item.singles + item.skipped;
  detail::Work work;
  work.bytes = count * line * (lines + item.lines_written);
  work.runs_read = count * item.restarts;
  work.stream_bytes = work.bytes / std::max(1.0, item.places - item.singles);
  return work;
}

/// A block of a region has its pages touched where the values of a leaf that is accessed lie.
double HostLoops::page_misses(std::size_t kernel, RecordLayout const& layout) const {
  double const page = real(machine_.page_bytes);
  std::vector<double> touched(layout.region.size(), 0);  // bytes of each block
  for (std::size_t leaf = 0; leaf < accesses_[kernel].size(); ++leaf) {
    if (accesses_[kernel][leaf].all == 0) continue;
    auto const region = static_cast<std::size_t>(layout.leaf[leaf].region);
    double const values = real(layout.region[region].tile * problem_.record.leaves()[leaf].bytes);
    touched[region] += std::max(page, values);
  }
  double bytes = 0;
  for (std::size_t r = 0; r < touched.size(); ++r) {
    auto const& region = layout.region[r];
    double const block = real(region.block_bytes);
    bytes += real(ceil_div(problem_.count, region.tile)) * std::min(block, touched[r]);
  }
  return 1 - std::min(1.0, real(machine_.tlb_entries) * page / std::max(1.0, bytes));
}

/// Among such lines the next ones of streams are not prefetched. Pages are looked up whether or not
/// a cache holds their lines.
detail::Work HostLoops::here_and_there(Touched const& item, double share,
                                       double page_misses) const {
  double const count = real(problem_.count);
  double const singles = item.singles * share;
  detail::Work work;
  work.gathers = count * std::min(1.0, singles) * (1 + item.lines - item.singles);
  work.bytes = count * real(machine_.line_bytes) * singles;
  work.lines_read = count * singles;
  work.pages_read = count * std::min(item.singles, item.pages) * page_misses;
  return work;
}

/// Lines come from where all that is touched has room; what fits a thread's own cache has been
/// priced by the trial, and of lines here and there that share of them which it holds.
LoopWork HostLoops::work_of(std::size_t kernel, Touched const& item,
                            RecordLayout const& layout) const {
  double const line = real(machine_.line_bytes);
  double const count = real(problem_.count);
  double const units = real(machine_.units);
  double const own = own_bytes(kernel, layout);
  auto const touched_by = [&](double items) {
    return std::min(real(layout.bytes), line * std::max(items * item.lines, item.lines_alone));
  };
  auto const pass = [&](detail::Residency from, detail::Work const& work) {
    return detail::Pass{detail::Kernel::record_loop, from, units, work};
  };
  LoopWork all;
  all.waited.push_back(pass(detail::Residency::cache, called(item, touched_by(count))));
  double const of_thread = touched_by(count / units);
  if (of_thread <= own) return all;
  bool const is_in_l3 = touched_by(count) <= shared_share * real(machine_.l3_bytes);
  auto const from = is_in_l3 ? detail::Residency::cache : detail::Residency::memory;
  all.moved = pass(from, streamed(item));
  all.waited.push_back(
      pass(from, here_and_there(item, 1 - own / of_thread, page_misses(kernel, layout))));
  return all;
}

/// Vectors take what lies side by side; what jumps is taken value by value.
double HostLoops::assumed_compute(std::size_t kernel, RecordLayout const& layout) const {
  constexpr double access_seconds = 0.4e-9;
  double seconds = 0;
  for (std::size_t leaf = 0; leaf < accesses_[kernel].size(); ++leaf) {
    std::int64_t const bytes = problem_.record.leaves()[leaf].bytes;
    std::int64_t const lanes = std::max<std::int64_t>(1, machine_.isa.vector_bytes / bytes);
    auto const at_once = std::min(lanes, ValueAddress(layout, leaf, bytes).run(0));
    auto const& [all, jumping] = accesses_[kernel][leaf];
    seconds += access_seconds * (jumping + (all - jumping) / real(at_once));
  }
  return seconds;
}

}  // namespace

std::unique_ptr<Loops> host_loops(AdviceProblem const& problem, detail::Rates const& rates,
                                  Machine const& machine) {
  return std::make_unique<HostLoops>(problem, rates, machine);
}

}  // namespace isomer::records
