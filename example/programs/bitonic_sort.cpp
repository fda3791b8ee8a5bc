// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A bitonic sort of keys and what goes with them.

#include "bitonic_sort.hpp"
#include "run_program.hpp"

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return programs::run_program("bitonic_sort", programs::BitonicSort{1 << 13}) ? 0 : 1;
}
