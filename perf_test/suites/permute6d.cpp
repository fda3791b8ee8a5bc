// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/six_axes.hpp"
#include "suites/suites.hpp"
#include "suites/tensor_work.hpp"

namespace isomer::perf {

std::vector<Case> permute6d_cases(ElementType type, Options const& options) {
  std::vector<Case> cases;
  for (std::int64_t const extent : {16, 15, 17}) {
    for (TensorCase const& tensor : six_axis_tensors(extent, {60, 4, 1}, options)) {
      auto made = permute_case("permute6d", type, fitted(tensor, type, options));
      made.group = std::to_string(extent) + "^6";
      cases.push_back(std::move(made));
    }
  }
  return cases;
}

}  // namespace isomer::perf
