// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cost/once.hpp"

namespace isomer::perf {

/// One plan, made and first executed with nothing of it in the caches.
struct OnceObservation {
  detail::Once once;            ///< what that is by the library's count
  double planning_seconds = 0;  ///< medians
  double first_seconds = 0;
  double repeated_seconds = 0;  ///< of an execution that follows others
};

}  // namespace isomer::perf
