// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Macros.hpp>

#include "tile/warp/run.hpp"

namespace isomer::tile::warp {

/// Where word x of a row lies in shared memory: at x ^ (x >> shift & mask), a place in the same 128
/// bytes. Words that lie a power of two apart, which would share a bank, are so spread; those of a
/// vector of 16 bytes stay together.
struct RowSlot {
  std::int32_t shift = 0;
  std::int32_t mask = 0;

  KOKKOS_FUNCTION std::int32_t operator()(std::int32_t x) const { return x ^ (x >> shift & mask); }
};

/// The slots with the fewest wavefronts for lanes whose words are `step` apart in a row of `words`,
/// at the end of which they begin anew.
RowSlot best_slots(std::int64_t words, std::int64_t step, int word_bytes);

/// Shared memory that the slots of a row take, which begins anywhere in a vector.
constexpr std::int64_t slot_bytes(std::int64_t row_bytes) {
  return (row_bytes + vector_bytes + 127) / 128 * 128;
}

}  // namespace isomer::tile::warp
