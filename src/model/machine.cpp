// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model/machine.hpp"

#include <unistd.h>

namespace isomer::detail {
namespace {

std::int64_t system_value(int name, std::int64_t otherwise) {
  long const value = ::sysconf(name);
  return value > 0 ? value : otherwise;
}

Caches read_caches() {
  Caches found{32 << 10, 1 << 20, 16 << 20};
#ifdef _SC_LEVEL1_DCACHE_SIZE
  found.l1_bytes = system_value(_SC_LEVEL1_DCACHE_SIZE, found.l1_bytes);
  found.l2_bytes = system_value(_SC_LEVEL2_CACHE_SIZE, found.l2_bytes);
  found.l3_bytes = system_value(_SC_LEVEL3_CACHE_SIZE, found.l3_bytes);
#endif
  return found;
}

}  // namespace

Caches const& caches() {
  static Caches const known = read_caches();
  return known;
}

}  // namespace isomer::detail
