// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <isomer/plan_options.hpp>

#include "machine/machine.hpp"
#include "tiling/tiling.hpp"

namespace isomer::detail {

struct Rates;

/// What a plan is made for, and within what.
struct Setting {
  Machine machine;
  Rates const* rates = nullptr;  ///< that predictions come from; never null when planning
  std::size_t workspace_limit = PlanOptions::automatic;
  std::optional<Residency> residency{};  ///< if it is known; else the second-level caches decide

  int threads() const { return machine.units; }
};

}  // namespace isomer::detail
