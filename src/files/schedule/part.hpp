// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "files/group.hpp"

/// Part of a schedule: what one way does with one contiguous array in a file. Its spare pages are
/// counted from 0, and its groups too.
namespace isomer::files {

class Part {
 public:
  Part() = default;
  virtual ~Part() = default;
  Part(Part const&) = delete;
  Part& operator=(Part const&) = delete;

  virtual std::uint64_t groups() const = 0;
  virtual Group group(std::uint64_t t) const = 0;
  virtual std::uint64_t spare_pages() const { return 0; }
  virtual int passes() const = 0;
  virtual EdgeBytes head() const { return {}; }
  virtual EdgeBytes tail() const { return {}; }
  virtual std::uint64_t table_bytes() const { return 0; }
  virtual std::uint64_t extra_bytes() const { return 0; }  ///< see Schedule
};

constexpr std::size_t most_axes = 8;
constexpr std::size_t longest_element = 64;
/// An offset, a page and a header added to this many bytes do not overflow.
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 60;

/// A part makes no more pieces than this: its tables have a line for each.
constexpr std::uint64_t most_pieces = std::uint64_t{1} << 27;

/// A permutation of the axes of an array that lies in a file: numbers that are known to make sense.
struct Problem {
  std::uint64_t page = 4096;
  std::uint64_t offset = 0;
  std::uint64_t element_bytes = 1;       ///< 1 to 64
  std::vector<std::uint64_t> extents{};  ///< slowest first, as the source lies
  std::vector<std::size_t> axes{};       ///< axis k of the result is axis axes[k] of the source

  std::uint64_t bytes() const {
    std::uint64_t all = element_bytes;
    for (std::uint64_t const n : extents) all *= n;
    return all;
  }
};

}  // namespace isomer::files
