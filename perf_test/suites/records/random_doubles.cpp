// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/records/random_program.hpp"

namespace isomer::perf {

std::vector<RandomCaseOf> random_doubles_cases() {
  using namespace random_records;
  return {[](int number, RandomChoice const& choice) {
            return random_case<Doubles6, 14>(number, "doubles6", choice);
          },
          [](int number, RandomChoice const& choice) {
            return random_case<Doubles12, 15>(number, "doubles12", choice);
          }};
}

}  // namespace isomer::perf
