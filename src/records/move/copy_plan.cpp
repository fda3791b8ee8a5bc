// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/copy_plan.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "cost/rates.hpp"
#include "in_place/work.hpp"
#include "index/rounding.hpp"
#include "machine/host_kernels.hpp"
#include "records/move/buffered_panels.hpp"
#include "records/move/work.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"

namespace isomer::records {

using detail::PlanFacts;
using detail::Share;

namespace {

std::int64_t panel_height(RecordProblem const& problem, std::int64_t panel_bytes) {
  std::int64_t const unit = height_unit(problem);
  std::int64_t const record = std::max<std::int64_t>(1, record_bytes(problem.dst));
  std::int64_t const units = panel_bytes / record / unit;
  return unit * std::max<std::int64_t>(1, (units - 1) / 2 * 2 + 1);
}

PanelChange change_of(RecordProblem const& problem, detail::Machine const& machine,
                      PanelSizes const& sizes) {
  return {problem, panel_height(problem, sizes.panel_bytes), sizes.regroup, PanelKernels(machine)};
}

/// What all teams share.
struct CopyPlanShape {
  CopyPlanShape(RecordProblem const& problem, Limits const& limits)
      : count(problem.count),
        bytes(count * largest_record(problem)),
        residency(in_place::residency_of(2 * bytes, limits)),
        change(change_of(problem, limits.machine,
                         panel_sizes(limits.machine, residency, PanelsLeave::past_caches))) {}

  std::int64_t panels() const { return detail::ceil_div(count, change.height); }
  std::int64_t full_panels() const { return count / change.height; }
  std::int64_t records_of(std::int64_t panel) const {
    return std::min(change.height, count - panel * change.height);
  }
  std::int64_t scratch_bytes() const {
    return streams() ? change.scratch_bytes() : change.regroup.scratch_bytes();
  }

  bool streams() const { return residency == detail::Residency::memory; }
  /// Whether panels are stored past the caches without having been in a buffer, where the
  /// destination begins with a line.
  bool may_stream_directly() const { return streams() && change.regroup.can_stream(); }
  bool streams_directly(char const* dst) const { return streams() && change.can_stream_to(dst); }

  std::int64_t count;
  std::int64_t bytes;
  detail::Residency residency;
  PanelChange change;
};

/// A panel straight to the destination, through the caches.
void move_directly(CopyPlanShape const& shape, char* dst, char const* src, std::int64_t p,
                   char* scratch) {
  SegmentPlaces<char const> from;
  SegmentPlaces<char> to;
  place_segments(shape.change.src, src, p, from);
  place_segments(shape.change.dst, dst, p, to);
  shape.change.regroup.run(from.data(), to.data(), shape.records_of(p), scratch);
}

/// Panels that are full, while the source of the next one comes in.
void stream_panels(CopyPlanShape const& shape, char* dst, char const* src, PanelRow const& panels,
                   char* scratch) {
  PanelChange const& change = shape.change;
  PanelPrefetch prefetch(change.src);
  std::int64_t const turns = change.regroup.turns(change.height);
  for (std::int64_t k = 0; k < panels.count; ++k) {
    prefetch.start(src, panels.after(k), turns);
    change.stream(dst, src, panels.at(k), scratch, [&] { prefetch.step(); });
  }
}

struct CopyKernel {
  CopyPlanShape const* shape;
  char* dst;
  char const* src;
  team::Batches batches;

  template <team::Team T>
  void operator()(T const& team) const {
    char* const scratch = reinterpret_cast<char*>(team.shared());
    BufferedPanels buffered(shape->change, src, scratch, PanelDrain(shape->change.dst, dst, true));
    team::for_each_batch(team, batches, [&](Share const& batch) {
      // Of a panel that is not full only records are written, not what a tile has behind them.
      std::int64_t const full = std::min(batch.end, shape->full_panels());
      if (shape->streams_directly(dst))
        stream_panels(*shape, dst, src, {batch.begin, full - batch.begin}, scratch);
      else if (shape->streams()) buffered.move({batch.begin, full - batch.begin});
      for (std::int64_t p = shape->streams() ? full : batch.begin; p < batch.end; ++p)
        move_directly(*shape, dst, src, p, scratch);
    });
    if (shape->streams()) tile::kernels().fence();
  }
};

detail::Pass pass_of(CopyPlanShape const& shape, Limits const& limits) {
  return regroup_pass(detail::Kernel::record_copy, shape.change.src, shape.change.dst, shape.count,
                      limits);
}

std::string way_out(CopyPlanShape const& shape) {
  if (!shape.streams()) return "";
  if (shape.may_stream_directly()) return " stored past the caches in whole lines";
  return " through two buffers of " + std::to_string(shape.change.buffer_bytes()) + " bytes";
}

PlanFacts facts_of(RecordProblem const& problem, CopyPlanShape const& shape, Limits const& limits) {
  PlanFacts facts;
  facts.schema = "records";
  facts.passes = 1;
  facts.bytes_read = shape.change.src.bytes_of(problem.count);
  facts.bytes_written = shape.change.dst.bytes_of(problem.count);
  std::vector<detail::Pass> const passes{pass_of(shape, limits)};
  facts.predicted_seconds = detail::seconds(*limits.rates, passes);
  detail::OnceRates const& once = limits.rates->once;
  facts.planning_seconds = detail::planning_seconds(once, {.planning = {.plans = 1}});
  facts.cold_seconds = detail::cold_seconds(
      once, limits.machine,
      detail::cold_work(passes, facts.bytes_read + facts.bytes_written, limits.machine));
  facts.description = "records: panels of " + std::to_string(shape.change.height) + " records" +
                      way_out(shape) + shape.change.permuted() + "; reads " +
                      std::to_string(facts.bytes_read) + " and writes " +
                      std::to_string(facts.bytes_written) + " bytes";
  return facts;
}

/// Panels that a team takes together: the first of them is read without having been prefetched, and
/// the last leaves while nothing comes in.
constexpr std::int64_t min_batch = 64;

template <class Exec>
class CopyPlan final : public detail::ExecutablePlan<Exec> {
 public:
  CopyPlan(PlanFacts facts, CopyPlanShape shape)
      : detail::ExecutablePlan<Exec>(std::move(facts)), shape_(std::move(shape)) {}

  void run(Exec const& exec, std::byte* dst, std::byte const* src,
           detail::ScaleFactors const*) const override {
    team::Launch const how{.label = "isomer::records::copy",
                           .scratch_bytes = static_cast<int>(shape_.scratch_bytes())};
    detail::run_shared(exec, how, shape_.bytes, shape_.panels(), min_batch,
                       [&](team::Batches const& batches) {
                         return CopyKernel{&shape_, reinterpret_cast<char*>(dst),
                                           reinterpret_cast<char const*>(src), batches};
                       });
  }

 private:
  CopyPlanShape shape_;
};

}  // namespace

detail::Pass copy_pass(RecordProblem const& problem, Limits const& limits) {
  return pass_of(CopyPlanShape(problem, limits), limits);
}

template <class Exec>
std::shared_ptr<detail::ExecutablePlan<Exec> const> copy_plan(RecordProblem const& problem,
                                                              Limits const& limits) {
  CopyPlanShape shape(problem, limits);
  PlanFacts facts = facts_of(problem, shape, limits);
  return std::make_shared<CopyPlan<Exec>>(std::move(facts), std::move(shape));
}

#define ISOMER_INSTANTIATE(Exec)                                                \
  template std::shared_ptr<detail::ExecutablePlan<Exec> const> copy_plan<Exec>( \
      RecordProblem const&, Limits const&);
ISOMER_FOR_EACH_HOST_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::records
