// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/records/random_program.hpp"

namespace isomer::perf {

std::vector<RandomRecord> random_floats_records() {
  using namespace random_records;
  return {random_record<Floats4, 11>("floats4"), random_record<Floats8, 12>("floats8")};
}

}  // namespace isomer::perf
