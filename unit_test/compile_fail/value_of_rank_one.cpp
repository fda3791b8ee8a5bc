// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

#ifdef ISOMER_MISUSE
using Source = Kokkos::View<int*>;
#else
using Source = Kokkos::View<int>;
#endif

void call(int& value, Source const& src) { isomer::deep_copy(value, src); }
