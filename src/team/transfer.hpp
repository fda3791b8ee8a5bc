// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <Kokkos_Core.hpp>

namespace isomer::team {

/// Enqueues a transfer between two memories.
template <class To, class From, class Exec>
void transfer(Exec const& exec, std::byte* to, std::byte const* from, std::size_t bytes) {
  Kokkos::View<std::byte*, To, Kokkos::MemoryUnmanaged> const target(to, bytes);
  Kokkos::View<std::byte const*, From, Kokkos::MemoryUnmanaged> const source(from, bytes);
  Kokkos::deep_copy(exec, target, source);
}

}  // namespace isomer::team
