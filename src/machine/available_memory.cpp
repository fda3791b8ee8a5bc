// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/available_memory.hpp"

#include <fstream>
#include <limits>
#include <string>

namespace isomer::detail {

std::int64_t available_memory() {
  std::ifstream in("/proc/meminfo");
  std::string key;
  std::string unit;
  std::int64_t kib = 0;
  while (in >> key >> kib && std::getline(in, unit))
    if (key == "MemAvailable:") return kib * 1024;
  return std::numeric_limits<std::int64_t>::max();
}

}  // namespace isomer::detail
