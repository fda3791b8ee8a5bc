// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The prices of options.

#include "black_scholes.hpp"
#include "run_program.hpp"

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return programs::run_program("black_scholes", programs::BlackScholes{10'000}) ? 0 : 1;
}
