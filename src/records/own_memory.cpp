// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records/detail/own_memory.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include <isomer/error.hpp>

namespace isomer::detail {

void require_countable(DynamicRecord const& record, std::size_t n) {
  // Half of what an address can tell: the rest is for capacities and tiles that are rounded up.
  constexpr std::int64_t most_bytes = std::numeric_limits<std::int64_t>::max() / 2;
  if (n > static_cast<std::size_t>(most_bytes / record.bytes()))
    throw Error("isomer: " + std::to_string(n) + " records of " + std::to_string(record.bytes()) +
                " bytes are more than the " + std::to_string(most_bytes) +
                " bytes that records may take");
}

std::int64_t own_capacity(DynamicRecord const& record, std::size_t n) {
  require_countable(record, n);
  // 64 records begin each region on a line; an odd number of them keeps equal indices of regions
  // out of the same cache sets. 1088 = 17 * 64 gives large arrays panels that divide them.
  std::int64_t const step = n < 65536 ? 64 : 1088;
  std::int64_t const steps = (static_cast<std::int64_t>(n) + step - 1) / step;
  return (steps | 1) * step;
}

std::size_t own_bytes(DynamicRecord const& record, std::int64_t capacity,
                      std::vector<Arrangement> const& offer) {
  // Tiles of up to a 32nd of the records have room too, though the last one be filled up.
  constexpr std::uint64_t longest = 32768;
  auto const tile = static_cast<std::int64_t>(
      std::min(longest, std::bit_floor(static_cast<std::uint64_t>(capacity / 32 | 1))));
  std::int64_t bytes = (capacity + tile - 1) / tile * tile * record.bytes();
  for (Arrangement const& arrangement : offer)
    bytes = std::max(bytes, record_layout(record, arrangement, capacity).bytes);
  return static_cast<std::size_t>(bytes);
}

void require_capacity(DynamicRecord const& record, std::size_t n, std::size_t capacity) {
  require_countable(record, capacity);
  if (n > capacity)
    throw Error("isomer::RecordView: " + std::to_string(n) + " records in memory for " +
                std::to_string(capacity) + ", the capacity has to be at least their number");
}

}  // namespace isomer::detail
