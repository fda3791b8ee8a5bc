// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "in_place/decomposition.hpp"

namespace isomer::in_place {

/// Dow 1995 (seed 003): nearly square matrices are cut to a square. What juts out is saved, already
/// transposed, the square is transposed, and the rows are pushed together before (wide) or apart
/// after (tall):
///
///     wide  +------+--+      +------+      +------+        tall  the same backwards
///           | S    |R |  ->  | S    |  ->  | S^T  |
///           +------+--+      +------+      +------+
///                            |saved |      | R^T  |
///                            +------+      +------+
///
/// Two passes, workspace for |rows - cols| * min(rows, cols) words and as much again per further
/// pair of threads. `of_squares` transposes the square and outlives the result.
template <class Exec>
std::unique_ptr<Decomposition<Exec>> cut(Decomposition<Exec> const& of_squares);

}  // namespace isomer::in_place
