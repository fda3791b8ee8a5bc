// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/choice/choice.hpp"

#include <algorithm>

#include "cost/count_tables.hpp"
#include "cost/rates.hpp"
#include "cost/real.hpp"
#include "cost/residency.hpp"
#include "plan/choice/candidates.hpp"
#include "plan/choice/forced_schema.hpp"
#include "plan/choice/measure.hpp"

namespace isomer::detail {
namespace {

PlanningWork priced(std::vector<Candidate> const& list) {
  return {.candidates = real(std::ssize(list))};
}

/// What trying the first of a list takes, where there is the memory for it.
void add_trials(Once& once, NormalProblem const& normal, std::vector<Candidate> const& list,
                Machine const& machine) {
  std::size_t const tried = std::min(list.size(), measured_candidates);
  for (std::size_t k = 0; k < tried; ++k) {
    once.trial_seconds += measured_repeats * list[k].seconds;
    // The first of the list is kept, and counted where it is.
    if (k > 0) once.planning = once.planning + count_tables(normal, list[k], machine);
  }
  std::size_t const bytes = span_bytes(normal, &Axis::src_stride, normal.element_bytes) +
                            span_bytes(normal, &Axis::dst_stride, normal.dst_element_bytes());
  once.planning.scratch_pages = static_cast<double>(bytes) / real(machine.page_bytes);
}

void choose_cached(Choice& choice, NormalProblem const& normal, Setting setting,
                   PlanOptions const& options) {
  setting.residency = Residency::cache;
  std::vector<Candidate> list = candidates(normal, setting);
  choice.once.planning = choice.once.planning + priced(list);
  if (auto const forced = schema_named(options.schema)) keep_only(list, *forced);
  // Single words move the same way wherever the arrays are.
  if (list.empty() || list.front().schema == Schema::strided) return;
  choice.once.planning = choice.once.planning + count_tables(normal, list.front(), setting.machine);
  choice.cached = std::move(list);
}

}  // namespace

Choice choose(NormalProblem const& normal, Setting const& setting, PlanOptions const& options,
              char const* function) {
  Choice choice{candidates(normal, setting)};
  Once& once = choice.once;
  std::vector<Candidate>& list = choice.in_memory;
  once.planning = priced(list);
  once.planning.plans = 1;
  if (!options.schema.empty()) keep_only(list, normal, setting, options.schema, function);
  once.planning = once.planning + count_tables(normal, list.front(), setting.machine);
  if (options.effort == Effort::measure && list.size() > 1)
    add_trials(once, normal, list, setting.machine);
  if (may_be_cached(normal, setting)) choose_cached(choice, normal, setting, options);
  once.cold = cold_work(list.front().passes, normal.bytes + normal.dst_bytes, setting.machine);
  return choice;
}

void add_once(PlanFacts& facts, Once const& once, Rates const& rates, Machine const& machine) {
  facts.planning_seconds += planning_seconds(rates.once, once);
  facts.cold_seconds += cold_seconds(rates.once, machine, once.cold);
}

}  // namespace isomer::detail
