// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "cost/pass.hpp"
#include "cost/rates.hpp"

namespace isomer::records {

/// Of the shorter of computing and moving, what is not hidden by the longer.
inline constexpr double not_hidden = 0.25;

/// What one call of a kernel does in an arrangement.
struct LoopWork {
  double computing_seconds = 0;        ///< while all is in a cache
  detail::Pass moved{};                ///< lines that computing may hide
  std::vector<detail::Pass> waited{};  ///< those that it does not: later items wait for them
};

/// waited + max(computing, moved) + not_hidden * min(computing, moved)
double seconds(detail::Rates const& rates, LoopWork const& work);

}  // namespace isomer::records
