// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/machine.hpp"

#include <unistd.h>

#include <algorithm>

namespace isomer::in_place {

namespace {

/// sysconf answers 0 or -1 where it does not know.
std::int64_t system_value(int name, std::int64_t fallback) {
  auto const value = ::sysconf(name);
  return value > 0 ? static_cast<std::int64_t>(value) : fallback;
}

Machine read_caches() {
  Machine machine;
#ifdef _SC_LEVEL1_DCACHE_SIZE
  machine.l1_bytes = system_value(_SC_LEVEL1_DCACHE_SIZE, machine.l1_bytes);
  machine.l2_bytes = system_value(_SC_LEVEL2_CACHE_SIZE, machine.l2_bytes);
  machine.line_bytes = system_value(_SC_LEVEL1_DCACHE_LINESIZE, machine.line_bytes);
#endif
  return machine;
}

}  // namespace

Machine this_machine(int threads) {
  static Machine const caches = read_caches();
  Machine machine = caches;
  // One core keeps about 16 lines in flight, which is some 20 GB/s of copying; eight cores fill the
  // channels of one socket.
  machine.copy_bandwidth = 20e9 * std::clamp(threads, 1, 8);
  return machine;
}

}  // namespace isomer::in_place
