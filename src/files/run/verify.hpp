// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "files/store/store.hpp"

namespace isomer::files {

/// Where each element of an array in a file is to go: what a sum that depends on places needs.
struct Elements {
  std::uint64_t bytes = 0;               ///< of an element; 0: nothing is known
  std::vector<std::uint64_t> extents{};  ///< as they lie in the file, slowest first
  /// Elements of the result between neighbours along each axis.
  std::vector<std::uint64_t> steps{};

  friend bool operator==(Elements const&, Elements const&) = default;
};

/// Bytes that a sum is read through.
inline constexpr std::uint64_t verify_memory = std::uint64_t{1} << 24U;

/// The sum of hash(number in the result, bytes) over all elements of the source, which begins at
/// byte `offset`; read through a buffer of about `memory` bytes.
std::uint64_t sum_of_source(StoreFile& file, std::uint64_t offset, Elements const& elements,
                            std::uint64_t memory);

/// The same of a result.
std::uint64_t sum_of_result(StoreFile& file, std::uint64_t offset, Elements const& elements,
                            std::uint64_t memory);

}  // namespace isomer::files
