// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/drift.hpp"

#include <algorithm>

namespace isomer::detail {

void Drift::add(void const* plan, double times) {
  std::lock_guard const lock(mutex_);
  auto const end = seen_.begin() + static_cast<std::ptrdiff_t>(count_);
  auto place = std::find_if(seen_.begin(), end, [&](Seen const& s) { return s.plan == plan; });
  if (place == end) {
    if (count_ == most) --place;
    else ++count_;
  }
  std::move_backward(seen_.begin(), place, place + 1);
  seen_.front() = {plan, times};
}

double Drift::times() const {
  std::array<double, most + 1> known{1};
  std::size_t count = 1;
  {
    std::lock_guard const lock(mutex_);
    for (; count <= count_; ++count) known[count] = seen_[count - 1].times;
  }
  auto const begin = known.begin();
  std::sort(begin, begin + static_cast<std::ptrdiff_t>(count));
  return (known[(count - 1) / 2] + known[count / 2]) / 2;
}

Drift& drift_out_of_place() {
  static Drift drift;
  return drift;
}

Drift& drift_in_place() {
  static Drift drift;
  return drift;
}

}  // namespace isomer::detail
