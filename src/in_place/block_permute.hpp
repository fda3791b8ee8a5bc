// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

namespace isomer::in_place {

/// Permutes one dense array from one place to another with plain stores, on the calling thread.
class BlockPermute {
 public:
  BlockPermute() = default;
  BlockPermute(BlockPermute const&) = delete;
  BlockPermute& operator=(BlockPermute const&) = delete;
  virtual ~BlockPermute() = default;

  virtual void operator()(std::byte* out, std::byte const* in) const = 0;
};

}  // namespace isomer::in_place
