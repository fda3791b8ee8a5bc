// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace isomer::detail {

/// Throws Error unless a tile may have that many records.
/// Whether tiles have that many records: a power of two from 2 to 32768.
bool is_tile(std::int64_t records);
void require_tile(char const* function, std::int64_t records);

}  // namespace isomer::detail
