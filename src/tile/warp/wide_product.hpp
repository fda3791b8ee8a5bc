// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Macros.hpp>

namespace isomer::tile::warp {

/// All 64 bits of a product of 32-bit numbers. A device has an instruction for it, with a sum,
/// which a compiler does not find where it widens a factor outside of the loop.
KOKKOS_INLINE_FUNCTION std::int64_t wide_product(std::int32_t a, std::int32_t b) {
#ifdef __CUDA_ARCH__
  std::int64_t product;
  asm("mul.wide.s32 %0, %1, %2;" : "=l"(product) : "r"(a), "r"(b));
  return product;
#else
  return std::int64_t{a} * b;
#endif
}

}  // namespace isomer::tile::warp
