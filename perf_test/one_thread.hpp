// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include "index_pattern.hpp"

namespace isomer::perf {

/// An instance that uses one thread, where the execution space has such a thing. A template, so
/// that a build for a device does not convert to what it lacks.
template <class E = Exec>
E one_thread_instance() {
#ifdef KOKKOS_ENABLE_OPENMP
  if constexpr (std::is_same_v<E, Kokkos::OpenMP>) return E(1);
#endif
  return E();
}

}  // namespace isomer::perf
