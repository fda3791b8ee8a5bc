// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Forces between particles of neighbouring cells.

#include "lavamd.hpp"
#include "run_program.hpp"

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return programs::run_program("lavamd", programs::LavaMD{3}) ? 0 : 1;
}
