// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "options.hpp"
#include "suites/scale.hpp"
#include "tensor_case.hpp"

namespace isomer::perf {

/// Permutations of a tensor of rank 6 whose extents are all `extent`: a sample without repetition,
/// in lexicographic order. The identity, a plain copy, stays out unless all are wanted.
std::vector<TensorCase> six_axis_tensors(std::int64_t extent, Counts const& counts,
                                         Options const& options);

}  // namespace isomer::perf
