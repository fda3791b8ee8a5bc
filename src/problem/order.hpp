// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <isomer/detail/problem.hpp>

namespace isomer::detail {

inline Axis const& axis_at(Problem const& problem, int k) {
  return problem.axis[static_cast<std::size_t>(k)];
}

}  // namespace isomer::detail
