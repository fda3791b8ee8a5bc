// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/residency.hpp"

#include "problem/normalize.hpp"

namespace isomer::detail {

Residency residency_of(NormalProblem const& normal, Setting const& setting) {
  if (setting.residency) return *setting.residency;
  return 2 * normal.bytes < setting.machine.l2_bytes * setting.threads() ? Residency::cache
                                                                         : Residency::memory;
}

bool may_be_cached(NormalProblem const& normal, Setting const& setting) {
  return setting.machine.is_host() && normal.scalar == Scalar::none &&
         residency_of(normal, setting) == Residency::memory &&
         2 * normal.bytes <= setting.machine.l3_bytes / 4 * 3;
}

}  // namespace isomer::detail
