// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include <algorithm>

#include "machine/host_kernels.hpp"
#include "machine/machine.hpp"
#include "machine/processor.hpp"

namespace isomer::detail {
namespace {

std::int64_t system_value(int name, std::int64_t otherwise) {
  long const value = ::sysconf(name);
  return value > 0 ? value : otherwise;
}

Machine read_machine() {
  Processor const processor = read_processor();
  Machine found;
  found.name = processor.name;
  found.core = core_of(processor);
  found.isa = tile::kernels().isa;
  found.permuted_bytes = tile::byte_permuter().window_bytes;
  found.processors = static_cast<int>(system_value(_SC_NPROCESSORS_ONLN, 1));
#ifdef _SC_LEVEL1_DCACHE_SIZE
  found.l1_bytes = system_value(_SC_LEVEL1_DCACHE_SIZE, found.l1_bytes);
  found.l2_bytes = system_value(_SC_LEVEL2_CACHE_SIZE, found.l2_bytes);
  found.l3_bytes = system_value(_SC_LEVEL3_CACHE_SIZE, found.l3_bytes);
#endif
  return found;
}

}  // namespace

double host_copy_bandwidth(int threads) { return 20e9 * std::clamp(threads, 1, 8); }

Machine host_machine(int threads) {
  // Never destroyed: static objects may still rearrange theirs.
  static Machine const& here = *new Machine(read_machine());
  Machine machine = here;
  machine.units = std::max(1, threads);
  machine.copy_bandwidth = host_copy_bandwidth(threads);
  return machine;
}

}  // namespace isomer::detail
