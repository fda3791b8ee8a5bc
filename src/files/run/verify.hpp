// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "files/store/requests.hpp"
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

/// Bytes of all of them.
std::uint64_t bytes_of(Elements const& elements);

/// How elements are read: in pieces of about `memory` bytes. `told` hears of the bytes of each, and
/// before the next one `goes_on` says whether there is to be one.
struct Reading {
  Requests& requests;
  std::uint64_t memory = 0;
  std::function<void(std::uint64_t)> told{};
  std::function<bool()> goes_on{};
};

/// The sum of hash(number in the result, bytes) over all elements of the source, which begins at
/// byte `offset`. Nothing if `goes_on` said no.
std::optional<std::uint64_t> sum_of_source(StoreFile& file, std::uint64_t offset,
                                           Elements const& elements, Reading const& reading);

/// The same of a result.
std::optional<std::uint64_t> sum_of_result(StoreFile& file, std::uint64_t offset,
                                           Elements const& elements, Reading const& reading);

}  // namespace isomer::files
