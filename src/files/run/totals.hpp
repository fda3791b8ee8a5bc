// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "files/group.hpp"

namespace isomer::files {

/// What all groups of a schedule need and move.
struct Totals {
  struct Pass {
    std::uint64_t groups = 0;
    std::uint64_t bytes = 0;  ///< read and written
  };

  std::uint64_t in_bytes = 0;  ///< of the largest buffers
  std::uint64_t out_bytes = 0;
  std::uint64_t most_written = 0;  ///< pages by one group
  std::vector<Pass> passes{};      ///< pass k at k - 1
  std::uint64_t bytes = 0;         ///< of all passes
};

std::uint64_t bytes_read(Group const& group, std::uint64_t page);
/// Once more where it goes through the ring.
std::uint64_t bytes_written(Group const& group, std::uint64_t page, bool through_ring);

Totals totals_of(Schedule const& schedule);

}  // namespace isomer::files
