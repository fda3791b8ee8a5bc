// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pages.hpp"

#include <fstream>
#include <limits>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace isomer::perf {

bool advise_huge_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t page = 4096;
  auto const begin = (reinterpret_cast<std::uintptr_t>(data) + page - 1) / page * page;
  auto const end = (reinterpret_cast<std::uintptr_t>(data) + bytes) / page * page;
  if (begin >= end) return true;
  return madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE) == 0;
#else
  return false;
#endif
}

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
