// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/relayout.hpp"

namespace isomer::perf {

template Work relayout_work_of<std::uint16_t>(Bench const&, Direction,
                                              std::vector<std::int64_t> const&);

}  // namespace isomer::perf
