// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/sanitized.hpp"

// AddressSanitizer allocates on its own account all the time.
#ifndef ISOMER_TEST_ASAN
#define ISOMER_TEST_CAN_RUN_OUT_OF_MEMORY

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>

namespace isomer::test {

/// From the start of the program: else blocks that are freed raise what counts as large, and
/// smaller ones are kept from then on.
inline int const large_blocks_are_given_back = mallopt(M_MMAP_THRESHOLD, 128 << 10);

/// While it lives, the process gets no more memory from the system.
class NoMoreMemory {
 public:
  NoMoreMemory() {
    mallopt(M_MMAP_THRESHOLD, 64 << 10);  // fixed: large blocks are not kept for later
    malloc_trim(0);
    getrlimit(RLIMIT_AS, &before_);
    std::ifstream statm("/proc/self/statm");
    std::uint64_t pages = 0;
    statm >> pages;
    rlimit const now{pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + (256 << 10),
                     before_.rlim_max};
    setrlimit(RLIMIT_AS, &now);
  }
  ~NoMoreMemory() { setrlimit(RLIMIT_AS, &before_); }
  NoMoreMemory(NoMoreMemory const&) = delete;
  NoMoreMemory& operator=(NoMoreMemory const&) = delete;

 private:
  rlimit before_{};
};

}  // namespace isomer::test
#endif
