// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cost/setting.hpp"
#include "problem/normal_problem.hpp"

namespace isomer::detail {

/// Where the arrays of a normal problem are expected: if it is not known, in the threads'
/// second-level caches if both fit.
Residency residency_of(NormalProblem const& normal, Setting const& setting);
/// The same of arrays of that many bytes.
Residency residency_of(std::int64_t bytes, Setting const& setting);

/// Whether arrays that the second-level caches do not hold may be in the third-level one all the
/// same: as long as they leave it a quarter, for others use it too.
bool may_be_cached(NormalProblem const& normal, Setting const& setting);
/// The same of arrays of that many bytes that are not scaled.
bool may_be_cached(std::int64_t bytes, Setting const& setting);

}  // namespace isomer::detail
