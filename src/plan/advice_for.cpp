// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/advice_for.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <isomer/detail/engine.hpp>
#include <isomer/records/detail/change.hpp>

#include "cost/models.hpp"
#include "plan/choice/machine_of.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "records/advise/advice_on.hpp"
#include "records/device/device_plans.hpp"
#include "records/in_place/in_place_move.hpp"
#include "team/exec_spaces.hpp"

namespace isomer::detail {
namespace {

/// What it is predicted to take to rearrange records in place, where there is room. Plans nothing.
class Conversions {
 public:
  Conversions(Machine const& machine, Rates const& rates, AdviceProblem const& problem,
              PlanOptions const& options)
      : machine_(machine), rates_(rates), problem_(problem), options_(options) {}

  /// Infinite where `rearrange` refuses to.
  double seconds(Arrangement const& from, Arrangement const& to) const {
    if (from == to) return 0;
    DynamicRecord const& record = problem_.record;
    if (record.leaves().size() > records::max_leaves)
      return std::numeric_limits<double>::infinity();
    auto const capacity = static_cast<std::size_t>(problem_.capacity);
    RecordsInfo const records{
        .count = problem_.count,
        .capacity = problem_.capacity,
        .room = std::max(record.footprint(from, capacity), record.footprint(to, capacity)),
        .arrangement = from};
    auto const change = change_in_place("isomer::advise", record, records, to);
    auto const limits = in_place::limits_for(machine_, rates_, change.src.bytes, options_);
    return machine_.is_host() ? records::predicted_seconds(change, limits)
                              : records::device_seconds(change, limits);
  }
  /// From each arrangement of the offer to each other one.
  std::vector<std::vector<double>> of_offer() const {
    std::vector<std::vector<double>> all;
    for (Arrangement const& from : problem_.offer) {
      all.emplace_back();
      for (Arrangement const& to : problem_.offer) all.back().push_back(seconds(from, to));
    }
    return all;
  }

 private:
  Machine const& machine_;
  Rates const& rates_;
  AdviceProblem const& problem_;
  PlanOptions const& options_;
};

void take_measured(AdviceProblem& problem) {
  for (std::size_t a = 0; a < problem.measured_change.size(); ++a) {
    problem.conversion[problem.current][a] = problem.measured_change[a].there;
    problem.conversion[a][problem.current] = problem.measured_change[a].back;
  }
}

Advice advice_by(records::AdviceGround const& ground, AdviceProblem problem,
                 PlanOptions const& options) {
  Conversions const conversions(ground.machine, ground.model.rates, problem, options);
  problem.conversion = conversions.of_offer();
  take_measured(problem);
  problem.conversion_to = [&](Arrangement const& to) {
    return conversions.seconds(problem.offer[problem.current], to);
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
