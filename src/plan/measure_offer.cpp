// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/advisor/detail/measured_offer.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include <isomer/records/deep_copy.hpp>
#include <isomer/records/rearrange.hpp>

#include "plan/choice/measure.hpp"
#include "team/exec_spaces.hpp"

namespace isomer::detail {
namespace {

/// A copy of records that changes its arrangement.
template <class Exec>
class CopiedRecords {
 public:
  CopiedRecords(Exec const& exec, RecordsInfo const& records, AdviceProblem const& problem,
                PlanOptions const& options, Scratch<Exec> memory)
      : exec_(exec),
        problem_(problem),
        options_(options),
        records_(records),
        copy_(records),
        memory_(std::move(memory)) {
    copy_.data = memory_.data();
    copy_.room = memory_.size();
    copy_.owns_gaps = true;
  }

  std::byte* data() const { return copy_.data; }

  /// Makes the copy what the records are, in the arrangement that it has.
  void restore() const {
    auto const copy = change_by_copy(caller, problem_.record, copy_, records_);
    using Device = typename Scratch<Exec>::device_type;
    copy_bytes<Device, Device>(exec_, copy_.data, records_.data, copy.alike);
    if (copy.alike.empty()) copy_panels(caller, exec_, copy_.data, records_.data, copy);
  }

  /// Begins with the records as they are, in their own arrangement.
  void begin() {
    copy_.arrangement = records_.arrangement;
    restore();
  }

  void change(Arrangement const& to) {
    change_arrangement(exec_, problem_.record, copy_, to, options_);
    copy_.arrangement = to;
  }

 private:
  static constexpr char const* caller = "isomer::advise";

  Exec const& exec_;
  AdviceProblem const& problem_;
  PlanOptions const& options_;
  RecordsInfo const& records_;
  RecordsInfo copy_;
  Scratch<Exec> memory_;
};

/// Seconds of what `run` enqueues.
template <class Exec, class Run>
double seconds_of(Exec const& exec, Run const& run) {
  exec.fence("isomer::advise: fence before what is measured");
  AdviceClock const clock;
  run();
  exec.fence("isomer::advise: fence after what is measured");
  return clock.seconds();
}

/// The fastest of some calls after a first one, each on records as they are: a second call
/// on what the first wrote would take other branches.
template <class Exec, class Call>
double fastest_call(Exec const& exec, CopiedRecords<Exec> const& copy, Call const& call) {
  constexpr int most_calls = 9;
  constexpr double long_enough = 0.1;
  AdviceClock const clock;
  auto const time = [&] {
    copy.restore();
    return seconds_of(exec, call);
  };
  time();
  double fastest = time();
  for (int k = 2; k < most_calls && clock.seconds() < long_enough; ++k)
    fastest = std::min(fastest, time());
  return fastest;
}

/// Changes the copy to the a-th arrangement of the offer, times the kernels there, and changes it
/// back. Infinite where the change is refused.
template <class Exec>
MeasuredChange measure_in(Exec const& exec, CopiedRecords<Exec>& copy, std::size_t a,
                          std::vector<RunOnCopy> const& kernels, AdviceProblem& problem) {
  MeasuredChange change;
  copy.begin();
  try {
    change.there = seconds_of(exec, [&] { copy.change(problem.offer[a]); });
  } catch (Error const&) {
    constexpr double never = std::numeric_limits<double>::infinity();
    return {never, never};
  }
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    if (!kernels[k]) continue;
    AdviceClock const clock;
    problem.kernel[k].measured[a] = fastest_call(exec, copy, [&] { kernels[k](a, copy.data()); });
    problem.kernel[k].watched_seconds += clock.seconds();
  }
  change.back = seconds_of(exec, [&] { copy.change(problem.offer[problem.current]); });
  if (a == problem.current) change = {};
  return change;
}

}  // namespace

template <class Exec>
void measure_offer(Exec const& exec, RecordsInfo const& records,
                   std::vector<RunOnCopy> const& kernels, PlanOptions options,
                   AdviceProblem& problem) {
  auto memory =
      scratch(exec, "isomer::advise", own_bytes(problem.record, records.capacity, problem.offer));
  problem.lacked_memory = !memory;
  if (!memory) return;
  for (std::size_t k = 0; k < kernels.size(); ++k)
    if (kernels[k]) problem.kernel[k].measured.resize(problem.offer.size());
  options.effort = Effort::estimate;
  CopiedRecords<Exec> copy(exec, records, problem, options, std::move(*memory));
  for (std::size_t a = 0; a < problem.offer.size(); ++a)
    problem.measured_change.push_back(measure_in(exec, copy, a, kernels, problem));
}

template <class Exec>
void visit_in_parallel(Exec const& exec, TrialVisit visit, void const* body, Scene const& records,
                       std::byte* data) {
  if constexpr (runs_on_host_v<Exec>) {
    std::int64_t const blocks = (records.count + host_block - 1) / host_block;
    std::int64_t const shares = std::min<std::int64_t>(blocks, exec.concurrency());
    auto const* const scene = &records;
    Kokkos::parallel_for(
        "isomer::advise",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, shares),
        [=](std::int64_t share) {
          std::int64_t const begin = blocks * share / shares * host_block;
          std::int64_t const end = blocks * (share + 1) / shares * host_block;
          visit(body, *scene, data, begin, std::min(end, scene->count));
        });
  }
}

#define ISOMER_INSTANTIATE(Exec)                                                                 \
  template void measure_offer<Exec>(Exec const&, RecordsInfo const&,                             \
                                    std::vector<RunOnCopy> const&, PlanOptions, AdviceProblem&); \
  template void visit_in_parallel<Exec>(Exec const&, TrialVisit, void const*, Scene const&,      \
                                        std::byte*);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
