// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

struct Pair {
  short first, second;
};
#ifdef ISOMER_MISUSE
using Source = Pair;
#else
using Source = int;
#endif

void call(Kokkos::View<int**> const& dst, Kokkos::View<Source**> const& src) {
  isomer::deep_copy(dst, src);
}
