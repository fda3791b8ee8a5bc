// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "team/audit.hpp"
#include "team/team.hpp"

/// What the warps of passes in place execute. How many instructions a loop has for a word of each
/// lane is written beside its kernel, after its machine code (cmake/cuda_compile/gates.txt).
namespace isomer::in_place {

/// For `bytes` in words of `word_bytes`, of which a warp executes `each` for one of all its lanes.
constexpr double loop_instructions(double bytes, double word_bytes, double each) {
  return bytes / (team::warp_lanes * word_bytes) * each;
}

/// .. and beside the loops.
constexpr double instructions_beside(double blocks, int threads) {
  int const warps = threads / team::warp_lanes;
  return blocks * warps * team::instructions_of_warp;
}

}  // namespace isomer::in_place
