// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pages.hpp"

#include <fstream>
#include <limits>

namespace isomer::perf {

std::string transparent_huge_pages() {
  std::ifstream in("/sys/kernel/mm/transparent_hugepage/enabled");
  std::string word;
  while (in >> word)
    if (word.size() > 2 && word.front() == '[') return word.substr(1, word.size() - 2);
  return "unknown";
}

std::int64_t available_memory() {
  std::ifstream in("/proc/meminfo");
  std::string key;
  std::string unit;
  std::int64_t kib = 0;
  while (in >> key >> kib && std::getline(in, unit))
    if (key == "MemAvailable:") return kib * 1024;
  return std::numeric_limits<std::int64_t>::max();
}

}  // namespace isomer::perf
