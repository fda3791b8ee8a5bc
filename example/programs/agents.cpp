// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A population of agents with twelve members.

#include "agents.hpp"
#include "run_program.hpp"

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return programs::run_program("agents", programs::Agents{10'000}) ? 0 : 1;
}
