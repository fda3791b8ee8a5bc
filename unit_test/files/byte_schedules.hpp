// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "files/group.hpp"
#include "files/run/runner.hpp"

/// Schedules that are worked out byte by byte: nothing in them is fast, and nothing hard to see.
namespace isomer::files::test {

/// A matrix in a file: its transposition.
struct Matrix {
  std::uint64_t rows = 1;
  std::uint64_t cols = 1;
  std::uint64_t element_bytes = 1;
  std::uint64_t offset = 0;
  std::uint64_t behind = 0;  ///< bytes

  std::uint64_t array_bytes() const { return rows * cols * element_bytes; }
  std::uint64_t file_bytes() const { return offset + array_bytes() + behind; }
  /// Where the byte of the file at `to` comes from.
  std::uint64_t source(std::uint64_t to) const;
};

/// Way::transfer, Way::copy: pages of the new file in their order. Way::slots: all whole pages of
/// the result to the spare room, then to their places. Way::ring, of squares: two tiles change
/// places in a group.
std::unique_ptr<Schedule> byte_schedule(Way way, Matrix const& matrix, std::uint64_t page,
                                        std::uint64_t pages_in_group);

std::unique_ptr<Schedule> byte_schedule_of(std::span<std::uint64_t const> numbers);

}  // namespace isomer::files::test
