// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/lavamd.hpp"

#include "suites/records/contest_of.hpp"
#include "suites/records/programs.hpp"

namespace isomer::perf {

std::vector<Case> lavamd_cases(std::vector<ProgramSize> const& sizes) {
  std::vector<Case> cases;
  for (auto const& [count, residency] : sizes)
    cases.push_back(contest_case("records", "lavamd", programs::LavaMD{count}, residency));
  return cases;
}

}  // namespace isomer::perf
