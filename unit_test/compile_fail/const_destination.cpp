// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

#ifdef ISOMER_MISUSE
using Element = double const;
#else
using Element = double;
#endif

void call(Kokkos::View<Element**> const& dst, Kokkos::View<double const**> const& src) {
  isomer::permute(dst, src, {1, 0});
}
