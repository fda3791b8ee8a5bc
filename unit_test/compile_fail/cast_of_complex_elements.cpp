// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

#ifdef ISOMER_MISUSE
using Target = double;
#else
using Target = Kokkos::complex<double>;
#endif

void call(Kokkos::View<Target**> const& dst, Kokkos::View<Kokkos::complex<float>**> const& src) {
  isomer::transpose(dst, src);
}
