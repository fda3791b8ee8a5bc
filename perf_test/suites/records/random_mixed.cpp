// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/records/random_program.hpp"

namespace isomer::perf {

std::vector<RandomRecord> random_mixed_records() {
  using namespace random_records;
  return {random_record<Mixed8, 16>("mixed8"), random_record<Mixed11, 17>("mixed11")};
}

}  // namespace isomer::perf
