// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

#ifdef ISOMER_MISUSE
using Layout = Kokkos::LayoutStride;
#else
using Layout = Kokkos::LayoutLeft;
#endif

auto call(Kokkos::View<int**, Kokkos::LayoutRight> const& view) {
  return isomer::create_mirror_view_and_copy<Layout>(Kokkos::HostSpace{}, view);
}
