// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/records/random_program.hpp"

namespace isomer::perf {

std::vector<RandomCaseOf> random_mixed_cases() {
  using namespace random_records;
  return {[](int number, RandomChoice const& choice) {
            return random_case<Mixed8, 16>(number, "mixed8", choice);
          },
          [](int number, RandomChoice const& choice) {
            return random_case<Mixed11, 17>(number, "mixed11", choice);
          }};
}

}  // namespace isomer::perf
