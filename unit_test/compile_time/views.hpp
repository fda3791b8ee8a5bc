// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

/// Five types and ranks, LayoutRight to LayoutLeft.
struct Views {
  using L = Kokkos::LayoutLeft;
  using R = Kokkos::LayoutRight;
  Kokkos::View<char*, R> bytes;
  Kokkos::View<char*, L> to_bytes;
  Kokkos::View<int**, R> ints;
  Kokkos::View<int**, L> to_ints;
  Kokkos::View<float***, R> floats;
  Kokkos::View<float***, L> to_floats;
  Kokkos::View<double****, R> doubles;
  Kokkos::View<double****, L> to_doubles;
  Kokkos::View<Kokkos::complex<double>*****, R> complexes;
  Kokkos::View<Kokkos::complex<double>*****, L> to_complexes;
};
