// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Gravity between all pairs of bodies.

#include "nbody.hpp"
#include "run_program.hpp"

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return programs::run_program("nbody", programs::NBody{1024}) ? 0 : 1;
}
