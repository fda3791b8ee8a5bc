// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "case.hpp"

#include <algorithm>

namespace isomer::perf {

namespace {

// Three sets of 200 MiB pairs were needed before re-reading one stopped to help: the last-level
// cache of a virtual machine can be larger than what the machine says.
constexpr std::int64_t least_footprint = std::int64_t{384} << 20;
constexpr std::int64_t room_for_three = std::int64_t{420} << 20;
constexpr std::int64_t most_turns = 1 << 15;  // of one page each

}  // namespace

int turns_for(Case const& chosen) {
  if (chosen.residency == Residency::cache) return 1;
  // Divided, since the bytes of all buffers may be more than a number holds.
  std::int64_t const bytes = std::max<std::int64_t>(chosen.bytes, 1);
  std::int64_t const least = bytes <= room_for_three / chosen.buffers_per_turn ? 3 : 2;
  std::int64_t const turns = least_footprint / bytes / chosen.buffers_per_turn + 1;
  return static_cast<int>(std::clamp(turns, least, most_turns));
}

int buffers_for(Case const& chosen) {
  // The copy needs a second buffer also where the case works in place.
  return std::max(2, turns_for(chosen) * chosen.buffers_per_turn) + chosen.spare_buffers;
}

}  // namespace isomer::perf
