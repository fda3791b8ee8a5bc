// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Macros.hpp>

namespace isomer::tile::warp {

/// An address `bytes` further on. Of an integer: what a damaged kernel reads from shared memory may
/// lead anywhere.
template <class Byte>
KOKKOS_INLINE_FUNCTION Byte* shifted(Byte* base, std::uint64_t bytes) {
  return reinterpret_cast<Byte*>(reinterpret_cast<std::uintptr_t>(base) + bytes);
}

}  // namespace isomer::tile::warp
