// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/black_scholes.hpp"

#include "suites/records/contest_of.hpp"
#include "suites/records/programs.hpp"

namespace isomer::perf {

std::vector<Case> black_scholes_cases(std::vector<ProgramSize> const& sizes) {
  std::vector<Case> cases;
  for (auto const& [count, residency] : sizes)
    cases.push_back(
        contest_case("records", "black_scholes", programs::BlackScholes{count}, residency));
  return cases;
}

}  // namespace isomer::perf
