// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/bitonic_sort.hpp"

#include "suites/records/contest_of.hpp"
#include "suites/records/programs.hpp"

namespace isomer::perf {

std::vector<Case> bitonic_sort_cases(std::vector<ProgramSize> const& sizes) {
  std::vector<Case> cases;
  for (auto const& [count, residency] : sizes)
    cases.push_back(
        contest_case("records", "bitonic_sort", programs::BitonicSort{count}, residency));
  return cases;
}

}  // namespace isomer::perf
