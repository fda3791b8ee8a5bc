// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "team/findings.hpp"

namespace isomer::test {

/// Who touches memory, and where in the kernel.
struct Actor {
  int block;
  int thread;
  std::uint32_t line;
};

/// The shared memory of a block. It knows of each byte who wrote and who read it since which
/// barrier, and says when an access is not ordered to an earlier one: within a warp a warp barrier
/// orders, between warps a barrier of the block.
class SharedMemory {
 public:
  SharedMemory(int bytes, Findings& findings);

  /// As it is when a block begins: what the block before left cannot be told from garbage.
  void begin_block();
  void barrier() { ++epoch_; }
  void warp_barrier(int warp) { ++warp_epoch_[static_cast<std::size_t>(warp)]; }

  /// These return whether the bytes exist; otherwise nothing but the report has happened.
  bool read(Actor const& by, void* word, int at, int width);
  bool write(Actor const& by, int at, void const* word, int width);
  /// An asynchronous copy to these bytes begins: until it lands nobody may touch them.
  bool begin_copy(Actor const& by, int at, int width);
  /// Counts as a write by the thread that waited.
  void land(Actor const& by, int at, void const* word, int width);
  /// The bytes of a copy under way already hold what it copies.
  void land_early(int at, void const* word, int width);

 private:
  struct Byte {
    std::int16_t writer = -1;
    std::int16_t reader = -1;  ///< the latest
    std::uint32_t write_epoch = 0;
    std::uint32_t write_warp_epoch = 0;
    std::uint32_t read_epoch = 0;
    std::uint32_t read_warp_epoch = 0;
    std::uint32_t reader_warps = 0;  ///< in read_epoch, a bit each
    bool several_readers = false;    ///< of the latest one's warp, in read_warp_epoch
    bool in_flight = false;
    bool is_written = false;
  };
  static constexpr int lanes = 32;

  void report(Wrong what, Actor const& by, int at);
  bool exists(Actor const& by, int at, int width);
  bool races_with_writer(Byte const& byte, int thread) const;
  bool races_with_readers(Byte const& byte, int thread) const;
  void check_write(Actor const& by, int at, int width);
  std::uint32_t warp_epoch(int thread) const {
    return warp_epoch_[static_cast<std::size_t>(thread / lanes)];
  }

  Findings* findings_;
  std::vector<std::byte> data_;
  std::vector<Byte> state_;
  std::uint32_t epoch_ = 1;
  std::array<std::uint32_t, 32> warp_epoch_{};
};

}  // namespace isomer::test
