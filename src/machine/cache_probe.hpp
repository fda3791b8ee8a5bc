// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace isomer::detail {

/// Tells whether data lie in a cache of the calling thread's core, by loading a few bytes of them
/// one after the other against the clock: a quarter of a microsecond if they do, one if not.
class CacheProbe {
 public:
  static constexpr std::size_t samples = 4;

  /// `offset`: of bytes that stand for all.
  explicit CacheProbe(std::array<std::int64_t, samples> const& offset) : offset_(offset) {}

  /// Whether most of these bytes come faster than memory could bring them.
  bool finds(std::byte const* data) const;

 private:
  std::array<std::int64_t, samples> offset_;
};

}  // namespace isomer::detail
