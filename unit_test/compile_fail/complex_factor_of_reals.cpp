// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

#include <complex>

#ifdef ISOMER_MISUSE
using Factor = std::complex<double>;
#else
using Factor = double;
#endif

void call(Kokkos::View<double**> dst, Kokkos::View<double**> src) {
  isomer::transpose(dst, src, isomer::Scaling{Factor(2)});
}
