// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

#ifdef ISOMER_MISUSE
using Layout = Kokkos::LayoutStride;
#else
using Layout = Kokkos::LayoutLeft;
#endif

using Dual = isomer::DualView<int**, Kokkos::LayoutRight, Layout>;

void call(Dual& dual) { dual.sync_host(); }
