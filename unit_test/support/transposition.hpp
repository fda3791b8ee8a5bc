// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <isomer/detail/problem.hpp>

#include "problem/normalize.hpp"

namespace isomer::test {

/// rows x columns words (floats), columns contiguous, to columns x rows.
inline detail::Problem transposition(std::int64_t columns, std::int64_t rows, int word = 4) {
  detail::Problem problem;
  problem.element_bytes = word;
  problem.rank = 2;
  problem.axis[0] = {columns, 1, rows};
  problem.axis[1] = {rows, columns, 1};
  return detail::normalize(problem);
}

}  // namespace isomer::test
