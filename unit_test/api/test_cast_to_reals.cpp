// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "cast_case.hpp"

/// Every cast of this kind on random shapes, strides, gaps and alignments.
namespace isomer::test {
namespace {

TEST(CastPairs, ToRealAndComplexNumbers) {
  cast_from_all<float, double, long double, Kokkos::complex<float>, Kokkos::complex<double>>(60);
}

}  // namespace
}  // namespace isomer::test
