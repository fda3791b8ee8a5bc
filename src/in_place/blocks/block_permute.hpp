// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

namespace isomer::in_place {

/// Permutes dense arrays, `count` of them one behind the other, from one place to another with
/// plain stores, on the calling thread. What lies `prefetch_distance` bytes behind all that is read
/// may be prefetched meanwhile; 0 prefetches nothing.
class BlockPermute {
 public:
  BlockPermute() = default;
  BlockPermute(BlockPermute const&) = delete;
  BlockPermute& operator=(BlockPermute const&) = delete;
  virtual ~BlockPermute() = default;

  virtual void operator()(std::byte* out, std::byte const* in, std::int64_t count,
                          std::int64_t prefetch_distance) const = 0;
};

}  // namespace isomer::in_place
