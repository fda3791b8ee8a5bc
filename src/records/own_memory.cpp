// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records/detail/own_memory.hpp>

#include <algorithm>

#include <isomer/error.hpp>

namespace isomer::detail {

std::int64_t own_capacity(std::size_t n) {
  // 64 records begin each region on a line; an odd number of them keeps equal indices of regions
  // out of the same cache sets. 1088 = 17 * 64 gives large arrays panels that divide them.
  std::int64_t const step = n < 65536 ? 64 : 1088;
  std::int64_t const steps = (static_cast<std::int64_t>(n) + step - 1) / step;
  return (steps | 1) * step;
}

std::size_t own_bytes(DynamicRecord const& record, std::int64_t capacity,
                      std::vector<Arrangement> const& offer) {
  std::int64_t bytes = capacity * record.bytes();
  for (Arrangement const& arrangement : offer)
    bytes = std::max(bytes, record_layout(record, arrangement, capacity).bytes);
  return static_cast<std::size_t>(bytes);
}

void require_capacity(std::size_t n, std::size_t capacity) {
  if (n > capacity)
    throw Error("isomer::RecordView: " + std::to_string(n) + " records in memory for " +
                std::to_string(capacity) + ", the capacity has to be at least their number");
}

}  // namespace isomer::detail
