// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/once.hpp"

#include <algorithm>

#include "cost/real.hpp"

namespace isomer::detail {
namespace {

template <class Numbers, std::size_t n>
double priced(std::array<NamedNumber<Numbers>, n> const& all, Numbers const& rates,
              Numbers const& work) {
  double sum = 0;
  for (NamedNumber<Numbers> const& number : all) sum += rates.*number.value * work.*number.value;
  return sum;
}

}  // namespace

PlanningWork operator+(PlanningWork const& a, PlanningWork const& b) {
  PlanningWork sum;
  for (NamedNumber<PlanningWork> const& number : planning_numbers)
    sum.*number.value = a.*number.value + b.*number.value;
  return sum;
}

ColdWork cold_work(std::vector<Pass> const& passes, std::int64_t bytes, Machine const& machine) {
  ColdWork cold;
  if (passes.empty()) return cold;
  cold.runs = 1;
  double threads = 1;
  for (Pass const& pass : passes) {
    cold.launches += pass.work.launches;
    threads = std::max(threads, pass.threads);
  }
  if (!machine.is_host()) return cold;
  // Of arrays in memory every execution reads all lines from there.
  if (passes.front().residency == Residency::cache)
    cold.lines = real(bytes) / real(machine.line_bytes) / threads;
  cold.pages = std::min(real(bytes) / real(machine.page_bytes) / threads,
                        static_cast<double>(machine.tlb_entries));
  return cold;
}

double planning_seconds(OnceRates const& rates, Once const& once) {
  return priced(planning_numbers, rates.planning, once.planning) + once.trial_seconds;
}

double cold_seconds(OnceRates const& rates, Machine const& machine, ColdWork const& cold) {
  if (!machine.is_host()) return cold.launches * machine.launch_seconds;
  return priced(cold_numbers, rates.cold, cold);
}

}  // namespace isomer::detail
