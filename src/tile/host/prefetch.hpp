// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace isomer::tile {

/// Prefetches the lines of what will be read, into the second level of the cache. Always inline:
/// GCC drops calls of a function that only prefetches.
inline __attribute__((always_inline)) void prefetch_lines(void const* begin, std::int64_t bytes) {
  auto const* const first = static_cast<char const*>(begin);
  for (std::int64_t k = 0; k < bytes; k += 64) __builtin_prefetch(first + k, 0, 2);
}

}  // namespace isomer::tile
