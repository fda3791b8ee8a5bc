// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

#include "cost/once.hpp"
#include "in_place/decomposition.hpp"
#include "records/move/panel_layout.hpp"

namespace isomer::records {

/// A change of arrangement in the memory where the records lie, and what it costs.
template <class Exec>
struct InPlaceChoice {
  in_place::Estimate estimate;
  std::unique_ptr<in_place::Move<Exec>> move;
};

/// Host spaces only.
template <class Exec>
InPlaceChoice<Exec> in_place_move(RecordProblem const& problem, in_place::Limits const& limits);

/// What it is predicted to come to where the workspace sets no limit, without a plan.
in_place::Estimate predicted(RecordProblem const& problem, in_place::Limits const& limits);
/// What making such a plan is.
inline detail::PlanningWork planning_work(in_place::Estimate const& estimate) {
  return {.plans = 1, .pieces = static_cast<double>(estimate.pieces)};
}
/// The workspace of such a plan in bytes; more than the limit where no plan keeps it.
std::size_t workspace_of(RecordProblem const& problem, in_place::Limits const& limits);

}  // namespace isomer::records
