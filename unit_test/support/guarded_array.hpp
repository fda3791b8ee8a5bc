// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include "support/array_shape.hpp"

namespace isomer::test {

/// Where test data lives: kernels and the oracle on the host both reach it.
#ifdef KOKKOS_HAS_SHARED_SPACE
using Memory = Kokkos::SharedSpace;
#else
using Memory = Kokkos::HostSpace;
#endif

/// An array in a buffer of its own whose every other byte is a guard: before the first element,
/// behind the last and in all gaps between. Guard bytes depend on their place, so bytes copied from
/// another guard are seen too.
class GuardedArray {
 public:
  /// The first element lies `misalignment` bytes behind a 128-byte boundary.
  GuardedArray(ArrayShape shape, int misalignment);
  /// The same bytes, at the same place modulo 64 (Kokkos' own alignment).
  GuardedArray(GuardedArray const& other);
  GuardedArray& operator=(GuardedArray const&) = delete;

  ArrayShape const& shape() const { return shape_; }
  std::byte* data() const { return buffer_.get() + begin_; }
  std::byte* at(Index const& index) const {
    return data() + shape_.offset(index) * shape_.element_bytes;
  }

  /// Gives every element bytes that no other element has. Where too few values fit into one or two
  /// bytes, fill 1 holds the number's next bytes: both fills together tell all elements apart.
  void fill(int which) const;
  int fills() const { return shape_.element_bytes <= 2 ? 2 : 1; }

  /// What the library sees of a View on this array.
  detail::ViewInfo info(detail::Order order = detail::Order::stride) const;

  /// Success if both buffers are equal to the last guard byte; else which byte is not, and whose.
  friend testing::AssertionResult same_bytes(GuardedArray const& actual,
                                             GuardedArray const& expected);

 private:
  struct Free {
    void operator()(std::byte* bytes) const { Kokkos::kokkos_free<Memory>(bytes); }
  };
  std::string place(std::size_t byte) const;

  ArrayShape shape_;
  std::size_t begin_ = 0;
  std::size_t bytes_ = 0;
  std::unique_ptr<std::byte, Free> buffer_;
};

/// Writes the fill of the element that is `number`-th in index order.
void write_distinct(std::byte* element, int element_bytes, std::int64_t number, int which);

}  // namespace isomer::test
