// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

#ifdef ISOMER_MISUSE
using Element = int const;
#else
using Element = int;
#endif

using Dual = isomer::DualView<Element**, Kokkos::LayoutRight, Kokkos::LayoutLeft>;

void call(Dual& dual) { dual.sync_host(); }
