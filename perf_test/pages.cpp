// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pages.hpp"

#include <fstream>

namespace isomer::perf {

std::string transparent_huge_pages() {
  std::ifstream in("/sys/kernel/mm/transparent_hugepage/enabled");
  std::string word;
  while (in >> word)
    if (word.size() > 2 && word.front() == '[') return word.substr(1, word.size() - 2);
  return "unknown";
}

}  // namespace isomer::perf
