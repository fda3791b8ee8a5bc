// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

#ifdef KOKKOS_ENABLE_IMPL_MDSPAN

#ifdef ISOMER_MISUSE
using NewLayout = Kokkos::layout_stride;
#else
using NewLayout = Kokkos::layout_left;
#endif

auto call(Kokkos::mdspan<int, Kokkos::dextents<int, 3>> span) {
  return isomer::convert_layout<NewLayout>(span);
}

#endif
