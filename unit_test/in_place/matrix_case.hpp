// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>

#include <gtest/gtest.h>

#include "in_place/step.hpp"

namespace isomer::in_place {

std::ostream& operator<<(std::ostream& out, Step const& step);

/// Bytes between two guards whose bytes depend on their place.
class GuardedBytes {
 public:
  /// The first byte lies `misalignment` bytes behind a 64-byte boundary.
  explicit GuardedBytes(std::int64_t bytes, int misalignment = 0);
  GuardedBytes(GuardedBytes const& other);
  GuardedBytes& operator=(GuardedBytes const&) = delete;

  std::byte* data() { return all_.get() + begin_; }
  std::byte const* data() const { return all_.get() + begin_; }
  std::int64_t bytes() const { return bytes_; }

  /// Gives every chunk bytes of its own. Short chunks cannot all differ: fill 1 holds what fill 0
  /// leaves out of their numbers.
  void fill(std::int64_t chunk_bytes, int which);
  testing::AssertionResult guards_are_intact() const;

 private:
  template <class Visit>
  void for_each_guard(Visit const& visit) const;

  std::size_t size_;
  std::unique_ptr<std::byte[]> all_;  ///< not initialised: a workspace may be large and hardly used
  std::size_t begin_;
  std::int64_t bytes_;
};

inline int fills_for(std::int64_t chunk_bytes) { return chunk_bytes <= 2 ? 2 : 1; }

/// Whether `after` is what `before` becomes by the step; names the first chunk that is not.
testing::AssertionResult is_transposed(GuardedBytes const& after, GuardedBytes const& before,
                                       Step const& step);

}  // namespace isomer::in_place
