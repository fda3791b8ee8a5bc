// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/records/same_records.hpp"

#include <cstring>

namespace isomer::perf {

std::optional<std::string> first_difference(DynamicRecord const& record, std::size_t n,
                                            std::byte const* records, std::byte const* others) {
  for (std::size_t i = 0; i < n; ++i)
    for (auto const& leaf : record.leaves()) {
      auto const at =
          i * static_cast<std::size_t>(record.bytes()) + static_cast<std::size_t>(leaf.offset);
      if (std::memcmp(records + at, others + at, static_cast<std::size_t>(leaf.bytes)) != 0)
        return "element " + std::to_string(i) + " of " + std::to_string(n) +
               " of the result, its member at byte " + std::to_string(leaf.offset) +
               ", is the first that differs from AoS";
    }
  return std::nullopt;
}

}  // namespace isomer::perf
