// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include <isomer/files.hpp>

#include "files/run/totals.hpp"

namespace isomer::files {

/// What is done of the groups, at which rate, and what is left. Each pass has a rate of its own.
class Meter {
 public:
  /// `before`: seconds that earlier attempts took.
  Meter(Schedule const& schedule, Totals totals, std::uint64_t done, double before);

  void add(Group const& group);
  double seconds() const;
  Progress progress() const;

  std::uint64_t bytes_read() const { return bytes_read_; }
  std::uint64_t bytes_written() const { return bytes_written_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Pass {
    std::uint64_t done = 0;  ///< bytes, all attempts together
    std::uint64_t measured = 0;
    double seconds = 0;
  };

  double seconds_left() const;

  Totals totals_;
  std::uint64_t page_;
  bool through_ring_;
  double before_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_ = begin_;
  std::uint64_t groups_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t bytes_ = 0;
  int pass_ = 1;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t bytes_written_ = 0;
  std::vector<Pass> passes_;
};

}  // namespace isomer::files
