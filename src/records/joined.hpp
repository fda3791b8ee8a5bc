// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace isomer::detail {

/// "x y z".
inline std::string joined(std::vector<std::string> const& names) {
  std::string text;
  for (std::string const& name : names) {
    if (!text.empty()) text += ' ';
    text += name;
  }
  return text;
}

}  // namespace isomer::detail
