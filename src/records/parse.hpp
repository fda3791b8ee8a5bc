// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace isomer::detail {

/// A member's name as `parse_arrangement` reads it: in quotes where it holds what parts names.
std::string name_in_text(std::string_view name);

/// Whether tiles have that many records: a power of two from 2 to 32768.
bool is_tile(std::int64_t records);
/// Throws Error unless a tile may have that many records.
void require_tile(char const* function, std::int64_t records);

}  // namespace isomer::detail
