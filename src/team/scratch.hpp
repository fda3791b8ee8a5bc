// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace isomer::team {

/// Where shared memory begins, which Kokkos' scratch memory need not.
inline constexpr int shared_alignment = 128;

/// What a block may have of it on every device, and with every release of Kokkos.
inline constexpr std::int64_t any_block_bytes = 48 << 10;

/// What a launch takes of a block's shared memory beside its scratch: Kokkos' 8 bytes for each
/// thread of a team and two more times, and what aligns the scratch.
constexpr int bytes_beside_scratch(int threads) { return 8 * (threads + 2) + shared_alignment; }

/// The scratch that a team may ask of a launch where a block may have `block_bytes`.
constexpr std::int64_t max_scratch_bytes(std::int64_t block_bytes, int threads) {
  return block_bytes - bytes_beside_scratch(threads);
}

}  // namespace isomer::team
