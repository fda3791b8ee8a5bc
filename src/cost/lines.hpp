// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace isomer::detail {

/// Bytes to which an address is aligned, or several that are or-ed together: at most a cache line.
std::int64_t alignment_of(std::int64_t address);

/// Cache lines that a run touches, on average over starts at all multiples of `alignment`.
double lines_touched(std::int64_t run_bytes, std::int64_t alignment);
/// How many of them it does not fill.
double lines_in_part(std::int64_t run_bytes, std::int64_t alignment);

}  // namespace isomer::detail
