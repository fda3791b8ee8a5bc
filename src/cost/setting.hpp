// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <isomer/plan_options.hpp>

#include "machine/machine.hpp"
#include "tiling/tiling.hpp"

namespace isomer::detail {

struct CostModel;

/// What a plan is made for, and within what.
struct Setting {
  Machine machine;
  CostModel const* model = nullptr;  ///< that predictions come from; never null when planning
  std::size_t workspace_limit = PlanOptions::automatic;
  std::optional<Reach> reach{};  ///< if it is known; else the second-level caches decide

  int threads() const { return machine.units; }
};

}  // namespace isomer::detail
