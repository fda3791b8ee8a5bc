// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/scale.hpp"
#include "suites/suites.hpp"
#include "suites/tensor_work.hpp"

namespace isomer::perf {

std::vector<Case> skinny_cases(ElementType type, Options const& options) {
  std::vector<std::int64_t> sides{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  constexpr std::int64_t bytes = std::int64_t{128} << 20;
  std::vector<Case> cases;
  for (auto const side : thinned(sides, Counts{15, 4, 2}.at(options))) {
    // Odd, so that rows of the long side start on every alignment.
    std::int64_t const length = bytes / bytes_of(type) / side | 1;
    for (auto const& extents : {std::vector{length, side}, std::vector{side, length}})
      cases.push_back(permute_case("skinny", type, fitted({extents, {1, 0}}, type, options)));
  }
  return cases;
}

}  // namespace isomer::perf
