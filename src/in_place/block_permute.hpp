// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

namespace isomer::in_place {

/// Permutes one dense array from one place to another with plain stores, on the calling threads.
class BlockPermute {
 public:
  BlockPermute() = default;
  BlockPermute(BlockPermute const&) = delete;
  BlockPermute& operator=(BlockPermute const&) = delete;
  virtual ~BlockPermute() = default;

  /// The share of worker `worker` of `workers`.
  virtual void part(std::byte* out, std::byte const* in, std::int64_t worker,
                    std::int64_t workers) const = 0;
};

}  // namespace isomer::in_place
