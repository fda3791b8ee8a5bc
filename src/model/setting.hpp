// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <isomer/plan_options.hpp>

namespace isomer::detail {

/// Where the arrays are when a move begins, and so which coefficients count.
enum class Reach : std::uint8_t {
  memory,
  cache  ///< both arrays fit into the caches
};

/// Where and within what a plan will run.
struct Setting {
  int threads = 1;
  bool is_host = true;
  std::size_t workspace_limit = PlanOptions::automatic;
  std::optional<Reach> reach{};  ///< if it is known; else the second-level caches decide
};

}  // namespace isomer::detail
