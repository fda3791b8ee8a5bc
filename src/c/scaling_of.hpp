// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <isomer/detail/problem.hpp>

/// Factors that C points to.
namespace isomer::c {

struct ScalingOf {
  std::int64_t element_bytes = 0;
  detail::Scalar scalar = detail::Scalar::none;  ///< none for a plain move
  detail::ScaleFactors factors{};
  bool is_plain = false;  ///< alpha is 1, beta 0, and nothing is conjugated
};

/// Of an ISOMER_ type. Throws Error if there is no such type.
ScalingOf scaling_of(char const* function, int type, void const* alpha, void const* beta,
                     bool conjugate);

}  // namespace isomer::c
