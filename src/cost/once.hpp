// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cost/pass.hpp"
#include "cost/work.hpp"
#include "machine/machine.hpp"

namespace isomer::detail {

/// What making a plan does to the calling thread, nothing of it in the caches.
struct PlanningWork {
  double plans = 0;          ///< made: the problem in its fused form, the plan itself
  double candidates = 0;     ///< ways out of place that are priced
  double estimates = 0;      ///< prices of steps in place, method by method
  double tables = 0;         ///< by which tiles are moved: one for each way a tile can be cut short
  double table_bytes = 0;    ///< of these
  double scratch_pages = 0;  ///< of memory on which plans are tried, touched for the first time
  double pieces = 0;         ///< of records in place, whose ways are worked out one by one

  friend bool operator==(PlanningWork const&, PlanningWork const&) = default;
};

/// What the first execution of a plan does beyond the next ones.
struct ColdWork {
  double runs = 0;      ///< 1: code and tables are in no cache
  double launches = 0;  ///< of these kernels, as Work has them
  double lines = 0;     ///< that a thread finds in memory and not in the caches, of both arrays
  double pages = 0;     ///< whose translations it has to look up, of those that it keeps

  friend bool operator==(ColdWork const&, ColdWork const&) = default;
};

/// Their numbers by name, in the order in which files have them.
inline constexpr std::array<NamedNumber<PlanningWork>, 7> planning_numbers{
    {{"plans", &PlanningWork::plans},
     {"candidates", &PlanningWork::candidates},
     {"estimates", &PlanningWork::estimates},
     {"tables", &PlanningWork::tables},
     {"table_bytes", &PlanningWork::table_bytes},
     {"scratch_pages", &PlanningWork::scratch_pages},
     {"pieces", &PlanningWork::pieces}}};
inline constexpr std::array<NamedNumber<ColdWork>, 4> cold_numbers{
    {{"runs", &ColdWork::runs},
     {"launches", &ColdWork::launches},
     {"lines", &ColdWork::lines},
     {"pages", &ColdWork::pages}}};
static_assert(sizeof(PlanningWork) == planning_numbers.size() * sizeof(double));
static_assert(sizeof(ColdWork) == cold_numbers.size() * sizeof(double));

PlanningWork operator+(PlanningWork const& a, PlanningWork const& b);

/// Seconds for a unit of each number.
struct OnceRates {
  PlanningWork planning{};
  ColdWork cold{};
};

/// All that a plan takes only once.
struct Once {
  PlanningWork planning{};
  double trial_seconds = 0;  ///< that plans tried on scratch memory are expected to take
  ColdWork cold{};
};

/// Of passes over arrays of this many bytes, both sides together.
ColdWork cold_work(std::vector<Pass> const& passes, std::int64_t bytes, Machine const& machine);

double planning_seconds(OnceRates const& rates, Once const& once);
/// On a GPU only kernels that have to be brought there: as much as enqueueing them.
double cold_seconds(OnceRates const& rates, Machine const& machine, ColdWork const& cold);

}  // namespace isomer::detail
