// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The smallest program that needs the headers, the compiled library and Kokkos. It counts what is
// wrong.
#include <isomer/isomer.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::View<int**, Kokkos::HostSpace> src("src", 5, 7);
  Kokkos::View<int**, Kokkos::HostSpace> dst("dst", 7, 5);
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 7; ++j) src(i, j) = 7 * i + j;
  }

  isomer::transpose(dst, src);

  int wrong = 0;
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 7; ++j) wrong += dst(j, i) != src(i, j);
  }
  return wrong;
}
