// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/in_place/shift_worker.hpp"

#include <algorithm>

namespace isomer::records {

BatchedShift::BatchedShift(PanelShift const& of, int workers, bool leaves_caches)
    : shift(of), past_caches(leaves_caches) {
  constexpr std::int64_t longest = 64;
  for (std::int32_t p = 0; p < shift.panels();) {
    first.push_back(p);
    PanelRange const over = shift.overwritten(p);
    std::int64_t const distance =
        shift.spreads() ? over.first - p : p + 1 - over.first - over.count;
    p += static_cast<std::int32_t>(std::clamp<std::int64_t>(distance / workers, 1, longest));
  }
  first.push_back(shift.panels());
}

}  // namespace isomer::records
