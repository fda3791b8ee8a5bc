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

/// What it is predicted to take to rearrange, in place, from each arrangement of the offer to each
/// other one. Plans nothing; infinite where `rearrange` refuses to.
std::vector<std::vector<double>> conversion_seconds(Machine const& machine, Rates const& rates,
                                                    AdviceProblem const& problem,
                                                    PlanOptions const& options) {
  std::size_t const n = problem.offer.size();
  std::size_t room = 0;
  for (Arrangement const& arrangement : problem.offer)
    room = std::max(
        room, problem.record.footprint(arrangement, static_cast<std::size_t>(problem.capacity)));
  std::vector<std::vector<double>> seconds(n, std::vector<double>(n, 0));
  for (std::size_t from = 0; from < n; ++from)
    for (std::size_t to = 0; to < n; ++to) {
      if (from == to) continue;
      if (problem.record.leaves().size() > records::max_leaves) {
        seconds[from][to] = std::numeric_limits<double>::infinity();
        continue;
      }
      RecordsInfo const records{.count = problem.count,
                                .capacity = problem.capacity,
                                .room = room,
                                .arrangement = problem.offer[from]};
      auto const change =
          change_in_place("isomer::advise", problem.record, records, problem.offer[to]);
      auto const limits = in_place::limits_for(machine, rates, change.src.bytes, options);
      seconds[from][to] = machine.is_host() ? records::predicted_seconds(change, limits)
                                            : records::device_seconds(change, limits);
    }
  return seconds;
}

Advice advice_by(records::AdviceGround const& ground, AdviceProblem problem,
                 PlanOptions const& options) {
  problem.conversion = conversion_seconds(ground.machine, ground.model.rates, problem, options);
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
