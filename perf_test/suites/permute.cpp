// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "case_file.hpp"
#include "suites/scale.hpp"
#include "suites/suites.hpp"
#include "suites/tensor_work.hpp"

namespace isomer::perf {

std::vector<Case> permute_cases(ElementType type, Options const& options) {
  auto const tensors =
      options.cases_file.empty() ? default_cases() : read_cases(options.cases_file);
  std::vector<Case> cases;
  for (auto const& tensor : thinned(tensors, Counts{tensors.size(), 12, 6}.at(options)))
    cases.push_back(permute_case("permute", type, fitted(tensor, type, options)));
  return cases;
}

}  // namespace isomer::perf
