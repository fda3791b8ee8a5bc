// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

namespace isomer::detail {

/// As messages name what was given.
inline std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

}  // namespace isomer::detail
