// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace isomer::test {

/// Who touches memory, where in the kernel, and behind how many barriers of its block and its warp.
struct Actor {
  static constexpr int lanes = 32;

  int block;
  int thread;
  std::uint32_t line;
  std::uint32_t epoch = 0;
  std::uint32_t warp_epoch = 0;

  int warp() const { return thread / lanes; }
};

/// The thread of a block that wrote a byte last, and when.
struct Written {
  std::int16_t thread = -1;
  std::uint32_t epoch = 0;
  std::uint32_t warp_epoch = 0;
};
inline Written written(Actor const& by) {
  return {static_cast<std::int16_t>(by.thread), by.epoch, by.warp_epoch};
}

/// Whether another thread of the block wrote the byte and nothing orders that before an access of
/// `by`: within a warp a warp barrier orders, between warps a barrier of the block.
inline bool races_with(Written const& last, Actor const& by) {
  if (last.thread < 0 || last.thread == by.thread || last.epoch != by.epoch) return false;
  return last.thread / Actor::lanes != by.warp() || last.warp_epoch == by.warp_epoch;
}

}  // namespace isomer::test
