// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace isomer::perf {

/// What stands between the commas; a text without any is one item.
inline std::vector<std::string> comma_list(std::string const& text) {
  std::vector<std::string> items(1);
  for (char const c : text) {
    if (c == ',') items.emplace_back();
    else items.back() += c;
  }
  return items;
}

}  // namespace isomer::perf
