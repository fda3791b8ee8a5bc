// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>

namespace isomer::files {

/// Holds threads back so that all of them together pass no more bytes a second.
class Throttle {
 public:
  explicit Throttle(std::uint64_t rate) : rate_(static_cast<double>(rate)) {}

  void pass(std::uint64_t bytes) {
    if (rate_ <= 0) return;
    std::this_thread::sleep_until(turn(bytes));
  }

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point turn(std::uint64_t bytes) {
    std::lock_guard const lock(mutex_);
    auto const begin = std::max(next_, Clock::now());
    next_ = begin + std::chrono::duration_cast<Clock::duration>(
                        std::chrono::duration<double>(static_cast<double>(bytes) / rate_));
    return begin;
  }

  double rate_;
  std::mutex mutex_;
  Clock::time_point next_{};
};

}  // namespace isomer::files
