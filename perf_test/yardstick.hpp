// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "index_pattern.hpp"
#include "interleave.hpp"

namespace isomer::perf {

struct CopyPair {
  std::byte* dst;
  std::byte const* src;
};

/// The ways to copy `bytes` that a case is held against; the fastest one will count.
std::vector<Contender> yardsticks(Exec const& exec, std::int64_t bytes,
                                  std::function<CopyPair(int turn)> const& pair);

}  // namespace isomer::perf
