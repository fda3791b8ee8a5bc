// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/detail/problem.hpp>

#include "tile/host/job.hpp"

namespace isomer::detail {

/// The factors of a call in the kernels' own terms; `none` when the call moves.
inline tile::Scale scale_of(Problem const& problem, ScaleFactors const& factors) {
  return {factors.alpha.data(), factors.beta.data(), static_cast<int>(problem.scalar),
          factors.reads_dst, factors.conjugate};
}

}  // namespace isomer::detail
