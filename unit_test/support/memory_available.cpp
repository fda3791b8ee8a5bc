// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/memory_available.hpp"

#include <fstream>
#include <limits>
#include <string>

namespace isomer::test {

std::int64_t memory_available() {
  std::ifstream meminfo("/proc/meminfo");
  for (std::string line; std::getline(meminfo, line);)
    if (line.rfind("MemAvailable:", 0) == 0) return std::stoll(line.substr(13)) * 1024;
  return std::numeric_limits<std::int64_t>::max();
}

}  // namespace isomer::test
