// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

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

/// What it is predicted to take where the workspace sets no limit, without a plan.
double predicted_seconds(RecordProblem const& problem, in_place::Limits const& limits);

}  // namespace isomer::records
