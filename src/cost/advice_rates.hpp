// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>

#include "cost/work.hpp"

namespace isomer::detail {

/// What advice on records knows of a machine beyond the rows of its kernels.
struct AdviceRates {
  double ratio_error = 0;  ///< of the predicted ratio of two arrangements' times, in the median
  double transposed_bytes = 0;  ///< seconds for a byte of records that `simd_load` transposes
};

/// Their numbers by name, in the order in which files have them.
inline constexpr std::array<NamedNumber<AdviceRates>, 2> advice_numbers{
    {{"ratio_error", &AdviceRates::ratio_error},
     {"transposed_bytes", &AdviceRates::transposed_bytes}}};
static_assert(sizeof(AdviceRates) == advice_numbers.size() * sizeof(double));

}  // namespace isomer::detail
