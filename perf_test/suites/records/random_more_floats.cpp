// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/records/random_program.hpp"

namespace isomer::perf {

std::vector<RandomCaseOf> random_more_floats_cases() {
  using namespace random_records;
  return {[](int number, RandomChoice const& choice) {
            return random_case<Floats16, 13>(number, "floats16", choice);
          },
          [](int number, RandomChoice const& choice) {
            return random_case<Wide24, 18>(number, "wide24", choice);
          }};
}

}  // namespace isomer::perf
