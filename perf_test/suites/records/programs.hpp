// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "case.hpp"

namespace isomer::perf {

/// Sizes of a program in records, or what stands for them.
struct ProgramSize {
  int count;
  Residency residency;  ///< `cache`: the second-level one holds it; `memory`: no cache does
};

// The cases of each program. One file each: each takes ten seconds to compile.
std::vector<Case> nbody_cases(std::vector<ProgramSize> const& sizes);
std::vector<Case> black_scholes_cases(std::vector<ProgramSize> const& sizes);
std::vector<Case> bitonic_sort_cases(std::vector<ProgramSize> const& sizes);
/// Of cubes with sides of that many cells.
std::vector<Case> lavamd_cases(std::vector<ProgramSize> const& sizes);
std::vector<Case> agents_cases(std::vector<ProgramSize> const& sizes);

}  // namespace isomer::perf
