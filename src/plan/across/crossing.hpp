// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "problem/slabs.hpp"

/// The way of an array between the host's memory and a device's, slab by slab, through two buffers
/// on either side: while one slab is transferred, the host packs or unpacks another.
namespace isomer::detail {

enum class Direction : std::uint8_t { to_device, to_host };

inline constexpr int crossing_buffers = 2;

/// What is done to one slab; `buffer` is 0 or 1.
class CrossingSteps {
 public:
  CrossingSteps() = default;
  CrossingSteps(CrossingSteps const&) = delete;
  CrossingSteps& operator=(CrossingSteps const&) = delete;
  virtual ~CrossingSteps() = default;

  /// Moves a slab between the array and the buffer in the host's memory; returns when it is done.
  virtual void on_host(Slab const& slab, int buffer) = 0;
  /// Enqueues the rest of the way, in the order of calls: the transfer between the buffers and the
  /// move between the device's buffer and its array.
  virtual void on_device(Slab const& slab, int buffer) = 0;
  /// Waits for what was enqueued last with this buffer.
  virtual void wait(int buffer) = 0;
};

/// A buffer in the host's memory is used again when its last transfer is done, not earlier. To the
/// device the last transfers may still be under way on return.
void cross(Direction direction, Slabs const& slabs, CrossingSteps& steps);

}  // namespace isomer::detail
