// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <Kokkos_Core.hpp>

#include "index_pattern.hpp"
#include "options.hpp"

namespace isomer::perf {

/// Equal buffers out of one allocation that is kept from case to case, so that a case does not pay
/// for page faults and all of them see the same pages.
class Buffers {
 public:
  Buffers(Exec exec, Pages pages) : exec_(std::move(exec)), pages_(pages) {}

  /// Makes `count` buffers of `bytes` each; what the buffers held before is lost.
  void provide(int count, std::int64_t bytes);
  /// Buffer `index`, below `count()`.
  std::byte* operator[](int index) const;
  int count() const { return count_; }
  /// What is taken from the system now.
  std::int64_t held_bytes() const { return static_cast<std::int64_t>(region_.size()); }

  /// What `provide` would have to take from the system; the largest number if that is more.
  static std::int64_t footprint(int count, std::int64_t bytes);

 private:
  Exec exec_;
  Pages pages_;
  Kokkos::View<std::byte*, Exec::memory_space> region_;
  std::int64_t spacing_ = 0;
  int count_ = 0;
};

}  // namespace isomer::perf
