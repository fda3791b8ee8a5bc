// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "team/actor.hpp"
#include "team/findings.hpp"

namespace isomer::test {

/// The shared memory of a block. It knows of each byte who wrote and who read it since which
/// barrier, and says when an access is not ordered to an earlier one.
class SharedMemory {
 public:
  SharedMemory(int bytes, Findings& findings);

  /// As it is when a block begins: what the block before left cannot be told from garbage.
  void begin_block();

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
    Written last{};
    std::int16_t reader = -1;  ///< the latest
    std::uint32_t read_epoch = 0;
    std::uint32_t read_warp_epoch = 0;
    std::uint32_t reader_warps = 0;  ///< in read_epoch, a bit each
    bool several_readers = false;    ///< of the latest one's warp, in read_warp_epoch
    bool in_flight = false;
    bool is_written = false;
  };
  void report(Wrong what, Actor const& by, int at);
  bool exists(Actor const& by, int at, int width);
  static bool races_with_readers(Byte const& byte, Actor const& by);
  void check_write(Actor const& by, int at, int width);

  Findings* findings_;
  std::vector<std::byte> data_;
  std::vector<Byte> state_;
};

}  // namespace isomer::test
