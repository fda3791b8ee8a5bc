// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

#ifdef ISOMER_MISUSE
using NewLayout = Kokkos::LayoutStride;
#else
using NewLayout = Kokkos::LayoutLeft;
#endif

auto call(Kokkos::View<int***, Kokkos::LayoutRight> view) {
  return isomer::convert_layout<NewLayout>(std::move(view));
}
