// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/residency.hpp"

#include "problem/normalize.hpp"

namespace isomer::detail {

Residency residency_of(std::int64_t bytes, Setting const& setting) {
  if (setting.residency) return *setting.residency;
  return bytes < setting.machine.l2_bytes * setting.threads() / 2 ? Residency::cache
                                                                  : Residency::memory;
}

Residency residency_of(NormalProblem const& normal, Setting const& setting) {
  return residency_of(normal.mean_bytes(), setting);
}

bool may_be_cached(std::int64_t bytes, Setting const& setting) {
  return setting.machine.is_host() && residency_of(bytes, setting) == Residency::memory &&
         bytes <= setting.machine.l3_bytes / 8 * 3;
}

bool may_be_cached(NormalProblem const& normal, Setting const& setting) {
  return normal.scalar == Scalar::none && may_be_cached(normal.mean_bytes(), setting);
}

}  // namespace isomer::detail
