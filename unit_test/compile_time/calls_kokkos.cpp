// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>

#include "views.hpp"

void copy_all(Views const& v) {
  Kokkos::deep_copy(v.to_bytes, v.bytes);
  Kokkos::deep_copy(v.to_ints, v.ints);
  Kokkos::deep_copy(v.to_floats, v.floats);
  Kokkos::deep_copy(v.to_doubles, v.doubles);
  Kokkos::deep_copy(v.to_complexes, v.complexes);
}
