// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "cost/pass.hpp"
#include "tiling/taxonomy.hpp"
#include "tiling/tiling.hpp"

namespace isomer::detail {

/// One way to move a normal problem.
struct Candidate {
  Schema schema = Schema::strided;
  Tiling tiling;            ///< `slice` and what belongs to it where tiles are moved, `mode` always
  bool is_default = false;  ///< the shape that does best on average
  std::vector<Pass> passes{};  ///< what it does, kernel by kernel
  double seconds = 0;          ///< what the model expects of these passes
};

}  // namespace isomer::detail
