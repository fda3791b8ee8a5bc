// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "buffers.hpp"
#include "cost/pass.hpp"

namespace isomer::perf {

/// Where the arrays are to be, the bytes of one buffer, and those of the copy to compare with.
struct Extents {
  detail::Residency residency;
  std::int64_t buffer_bytes;
  std::int64_t copied_bytes;
};

/// Moves out of place from `src`, or in place on it.
using MoveOnPair = std::function<void(std::byte* dst, std::byte* src)>;

/// Medians of a copy and of each move.
struct Turns {
  double copy_seconds;
  std::vector<double> seconds;
};

/// Times moves, taking turns with each other and with a copy, on pairs of buffers.
Turns take_turns(Exec const& exec, Buffers& buffers, Extents const& extents,
                 std::vector<MoveOnPair> const& moves);

}  // namespace isomer::perf
