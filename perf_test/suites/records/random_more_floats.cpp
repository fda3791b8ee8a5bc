// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/records/random_program.hpp"

namespace isomer::perf {

std::vector<RandomRecord> random_more_floats_records() {
  using namespace random_records;
  return {random_record<Floats16, 13>("floats16"), random_record<Wide24, 18>("wide24")};
}

}  // namespace isomer::perf
