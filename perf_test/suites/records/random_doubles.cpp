// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/records/random_program.hpp"

namespace isomer::perf {

std::vector<RandomRecord> random_doubles_records() {
  using namespace random_records;
  return {random_record<Doubles6, 14>("doubles6"), random_record<Doubles12, 15>("doubles12")};
}

}  // namespace isomer::perf
