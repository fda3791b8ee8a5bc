// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string_view>

namespace isomer::detail {

/// Bytes of the character of UTF-8 that `text` begins with; 0 if it begins with none.
std::size_t character_bytes(std::string_view text);

}  // namespace isomer::detail
