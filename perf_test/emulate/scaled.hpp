// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "tensor_case.hpp"

namespace isomer::perf {

/// The same permutation of a tensor of at most `max_elements`, column-major on both sides: extents
/// are cut from the axes on that are slowest on both, down to 2, so that what is fast on either
/// side stays as it is; where that is not enough, the largest of the others are halved. Multiples
/// of `granule` stay such, unless only smaller extents fit.
TensorCase scaled(TensorCase tensor, std::int64_t max_elements, std::int64_t granule = 1);

}  // namespace isomer::perf
