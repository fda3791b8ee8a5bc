// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/records/random_program.hpp"

namespace isomer::perf {

std::vector<RandomCaseOf> random_floats_cases() {
  using namespace random_records;
  return {[](int number, RandomChoice const& choice) {
            return random_case<Floats4, 11>(number, "floats4", choice);
          },
          [](int number, RandomChoice const& choice) {
            return random_case<Floats8, 12>(number, "floats8", choice);
          }};
}

}  // namespace isomer::perf
