// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

#ifdef ISOMER_MISUSE
struct Element {
  float x, y;
};
#else
using Element = Kokkos::complex<float>;
#endif

void call(Kokkos::View<Element**> const& dst, Kokkos::View<Element**> const& src) {
  isomer::permute(dst, src, {1, 0}, isomer::Scaling{2.0F});
}
