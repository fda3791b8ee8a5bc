// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/advice_for.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <isomer/detail/engine.hpp>
#include <isomer/records/detail/change.hpp>

#include "cost/models.hpp"
#include "plan/choice/machine_of.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "records/advise/advice_on.hpp"
#include "records/device/device_rearrange.hpp"
#include "records/in_place/in_place_move.hpp"
#include "team/exec_spaces.hpp"

namespace isomer::detail {
namespace {

/// A change of arrangement in place.
struct PricedChange {
  double seconds = 0;
  double planning = 0;  ///< seconds, before the first one
};

/// What it is predicted to take to rearrange records in place, where there is room. Plans nothing.
class Conversions {
 public:
  Conversions(Machine const& machine, Rates const& rates, AdviceProblem const& problem,
              PlanOptions const& options)
      : machine_(machine), rates_(rates), problem_(problem), options_(options) {}

  /// Infinite where `rearrange` refuses to.
  PricedChange change(Arrangement const& from, Arrangement const& to) const {
    constexpr PricedChange refused{std::numeric_limits<double>::infinity()};
    if (from == to) return {};
    DynamicRecord const& record = problem_.record;
    if (record.leaves().size() > records::max_leaves) return refused;
    auto const capacity = static_cast<std::size_t>(problem_.capacity);
    RecordsInfo const records{
        .count = problem_.count,
        .capacity = problem_.capacity,
        .room = std::max(record.footprint(from, capacity), record.footprint(to, capacity)),
        .arrangement = from};
    auto const problem = change_in_place("isomer::advise", record, records, to);
    auto const limits = in_place::limits_for(machine_, rates_, problem.src.bytes, options_);
    // The library's own limit is never too small for a host.
    if (machine_.is_host() && options_.workspace_limit != PlanOptions::automatic &&
        records::workspace_of(problem, limits) > limits.workspace)
      return refused;
    std::optional<in_place::Estimate> const estimate =
        machine_.is_host() ? std::optional(records::predicted(problem, limits))
                           : records::DeviceRearrange::predicted(problem, limits);
    if (!estimate) return refused;
    return {estimate->seconds,
            planning_seconds(rates_.once, {.planning = records::planning_work(*estimate)})};
  }
  /// The first one, with its planning.
  double first(Arrangement const& from, Arrangement const& to) const {
    PricedChange const one = change(from, to);
    return one.seconds + one.planning;
  }
  /// From each arrangement of the offer to each other one.
  void price_offer(AdviceProblem& problem) const {
    for (Arrangement const& from : problem_.offer) {
      problem.conversion.emplace_back();
      problem.planning.emplace_back();
      for (Arrangement const& to : problem_.offer) {
        PricedChange const one = change(from, to);
        problem.conversion.back().push_back(one.seconds);
        problem.planning.back().push_back(one.planning);
      }
    }
  }

 private:
  Machine const& machine_;
  Rates const& rates_;
  AdviceProblem const& problem_;
  PlanOptions const& options_;
};

/// They were planned while they were measured.
void take_measured(AdviceProblem& problem) {
  for (std::size_t a = 0; a < problem.measured_change.size(); ++a) {
    problem.conversion[problem.current][a] = problem.measured_change[a].there;
    problem.conversion[a][problem.current] = problem.measured_change[a].back;
    problem.planning[problem.current][a] = problem.planning[a][problem.current] = 0;
  }
}

Advice advice_by(records::AdviceGround const& ground, AdviceProblem problem,
                 PlanOptions const& options) {
  Conversions const conversions(ground.machine, ground.model.rates, problem, options);
  conversions.price_offer(problem);
  take_measured(problem);
  problem.conversion_to = [&](Arrangement const& to) {
    return conversions.first(problem.offer[problem.current], to);
  };
  return records::advice_on(ground, problem);
}

}  // namespace

Advice advice_for_gpu(Machine const& gpu, AdviceProblem problem, PlanOptions const& options) {
  // What a body took on the host says nothing of a device.
  for (KernelTrace& kernel : problem.kernel) kernel.trial.clear();
  return advice_by({gpu, {default_rates(gpu), "figures of " + gpu.name}, records::tree_for(gpu)},
                   std::move(problem), options);
}

template <class Exec>
Advice advice_for(Exec const& exec, AdviceProblem problem, PlanOptions const& options) {
  Machine const machine = machine_of(exec);
  if constexpr (runs_on_host_v<Exec>)
    return advice_by({machine, model_in_use(), records::tree_in_use()}, std::move(problem),
                     options);
  else return advice_for_gpu(machine, std::move(problem), options);
}

#define ISOMER_INSTANTIATE(Exec) \
  template Advice advice_for<Exec>(Exec const&, AdviceProblem, PlanOptions const&);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
