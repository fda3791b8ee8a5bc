// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/loops/loop_work.hpp"

#include <algorithm>

namespace isomer::records {

double seconds(detail::Rates const& rates, LoopWork const& work) {
  double const moving = detail::seconds(rates, work.moved);
  return detail::seconds(rates, work.waited) + std::max(work.computing_seconds, moving) +
         not_hidden * std::min(work.computing_seconds, moving);
}

}  // namespace isomer::records
