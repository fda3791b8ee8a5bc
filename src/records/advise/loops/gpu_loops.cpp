// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "cost/gpu_time.hpp"
#include "cost/real.hpp"
#include "records/advise/loops/loops.hpp"
#include "records/advise/watch/warp_replay.hpp"
#include "team/team.hpp"

namespace isomer::records {

using detail::AdviceProblem;
using detail::KernelTrace;
using detail::Machine;
using detail::real;
using detail::RecordLayout;
using team::sector_bytes;

namespace {

/// Of the second-level cache, what data stay in that are touched again and again.
constexpr double second_level_share = 0.5;
/// Of the first-level cache, what its warps' lines have room in.
constexpr double first_level_share = 0.75;

/// Instructions of a warp, about: beside its accesses, for each with its address and what is
/// computed, and those that could be issued in a cycle of the first-level cache.
constexpr double beside_accesses = 40;
constexpr double of_access = 8;
constexpr double of_wavefront = 4;

/// Bytes of loads that a thread waits for at once, at most.
constexpr double most_waited = 128;

class GpuLoops : public Loops {
 public:
  GpuLoops(AdviceProblem const& problem, Machine const& gpu) : problem_(problem), gpu_(gpu) {
    for (KernelTrace const& kernel : problem.kernel) {
      replay_.emplace_back(kernel, most_replayed(Depth::whole));
      brief_replay_.emplace_back(kernel, most_replayed(Depth::brief));
    }
  }

  Look look(std::size_t kernel, RecordLayout const& layout, std::vector<bool> const& counts,
            Depth depth) const override {
    auto const& replay = depth == Depth::whole ? replay_ : brief_replay_;
    WarpTouched const warp = replay[kernel].touched(
        {problem_.record.leaves(), layout, problem_.count, held_bytes()}, counts);
    double const touched = real(sector_bytes) * warp.sectors;
    return {work_of(warp, layout), touched > 0 ? std::min(1.0, warp.bytes / touched) : 1};
  }
  /// A thread computes the same in each arrangement; `Work::instructions` has it.
  double assumed_compute(std::size_t /*kernel*/, RecordLayout const& /*layout*/) const override {
    return 0;
  }
  double seconds(LoopWork const& work) const override {
    return detail::gpu_seconds(gpu_, work.moved);
  }

 private:
  /// Threads of a multiprocessor that are under way.
  double threads() const {
    return std::clamp(real(problem_.count) / gpu_.units, 1.0, real(detail::threads_of_unit));
  }
  std::int64_t held_bytes() const {
    double const warps = std::max(1.0, threads() / team::warp_lanes);
    return static_cast<std::int64_t>(first_level_share * real(gpu_.l1_bytes) / warps);
  }

  /// As of a copy, which stores a byte for each that it loads. Stores alone wait for nothing.
  std::int64_t in_flight(WarpTouched const& warp) const {
    if (warp.sectors_loaded == 0) return static_cast<std::int64_t>(threads() * most_waited);
    double const loaded = real(sector_bytes) * warp.sectors_loaded / warp.lanes;
    double const moved = (warp.sectors_loaded + warp.sectors_stored) / (2 * warp.sectors_loaded);
    return static_cast<std::int64_t>(threads() * std::min(loaded, most_waited) * moved);
  }

  LoopWork work_of(WarpTouched const& warp, RecordLayout const& layout) const {
    LoopWork all;
    if (warp.lanes == 0) return all;
    double const warps = real(problem_.count) / warp.lanes;
    double const sectors = warps * real(sector_bytes);
    bool const is_in_cache = std::min(real(layout.bytes), sectors * warp.sectors) <=
                             second_level_share * real(gpu_.l2_bytes);
    detail::Pass& pass = all.moved;
    pass = {detail::Kernel::record_loop,
            is_in_cache ? detail::Residency::cache : detail::Residency::memory,
            real(gpu_.units),
            {.launches = 1},
            in_flight(warp)};
    pass.work.instructions =
        warps * (beside_accesses + of_access * warp.requests + of_wavefront * warp.wavefronts);
    pass.work.buffered_bytes = sectors * (warp.sectors_loaded + warp.sectors_stored);
    if (is_in_cache) return all;
    // Read once plus written once is what `bytes` stand for.
    pass.work.bytes = sectors * (warp.sectors_read + warp.sectors_written) / 2;
    pass.work.lines_partial = sectors * warp.sectors_partial / real(gpu_.line_bytes);
    return all;
  }

  AdviceProblem const& problem_;
  Machine const& gpu_;
  std::vector<WarpReplay> replay_, brief_replay_;
};

}  // namespace

std::unique_ptr<Loops> gpu_loops(AdviceProblem const& problem, Machine const& gpu) {
  return std::make_unique<GpuLoops>(problem, gpu);
}

}  // namespace isomer::records
