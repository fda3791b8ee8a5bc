// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// Records what instrumented code touches of some arrays, byte by byte.
namespace isomer::test {

/// An array whose bytes are watched, with a margin on both sides that nothing may touch.
struct Watched {
  static constexpr std::size_t margin = 64;

  Watched(void const* data, std::size_t bytes);

  std::byte const* data;
  std::size_t bytes;
  /// By kernel: each byte counts once, however often a kernel touches it.
  std::int64_t read = 0;
  std::int64_t written = 0;
  /// How many kernels touch the byte; the margins are at both ends.
  std::vector<std::uint8_t> kernels_reading;
  std::vector<std::uint8_t> kernels_writing;
  /// Of the kernel at work: bit 0 for read, bit 1 for written.
  std::vector<std::uint8_t> touched;

  std::int64_t bytes_touched() const;  ///< by any kernel
  bool margins_are_untouched() const;
  /// Counts what the kernel at work has touched, and begins the next.
  void end_kernel();
};

/// Records from construction to destruction. Kernels end where Kokkos tells its tools so, and those
/// that would run on the calling thread are launched, for a tool listens.
class Recording {
 public:
  explicit Recording(std::vector<Watched*> arrays);
  /// Bytes written so far that belong to no array and to no stack, in whole pieces of 16.
  std::int64_t bytes_written_elsewhere() const;
  Recording(Recording const&) = delete;
  Recording& operator=(Recording const&) = delete;
  ~Recording();
};

}  // namespace isomer::test
