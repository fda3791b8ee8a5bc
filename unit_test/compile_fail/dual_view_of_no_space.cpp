// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

#ifdef ISOMER_MISUSE
using Space = Kokkos::LayoutLeft;
#else
using Space = Kokkos::HostSpace;
#endif

void call(isomer::DualView<int**, Kokkos::LayoutRight, Kokkos::LayoutLeft>& dual) {
  dual.modify<Space>();
}
