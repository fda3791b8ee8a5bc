// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

struct Pair {
  short first, second;
};
#ifdef ISOMER_MISUSE
using Source = Pair;
#else
using Source = float;
#endif

auto call(Kokkos::View<float**> const& dst, Kokkos::View<Source**> const& src) {
  return isomer::plan_permute(Kokkos::DefaultExecutionSpace{}, dst, src, {1, 0});
}
