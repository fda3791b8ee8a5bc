// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "team/actor.hpp"
#include "team/findings.hpp"

namespace isomer::test {

/// How much of every block's past a block has seen: the counter that a block counts up at each of
/// its releases, by block.
using Clock = std::vector<std::uint32_t>;

/// The arrays that a kernel may touch. It knows of each byte which block wrote and read it last, so
/// that accesses of different blocks that no publish and await order are found, and which thread of
/// the block, for those behind a write that no barrier orders. (Of several readers it knows the
/// latest.)
class GlobalMemory {
 public:
  explicit GlobalMemory(Findings& findings) : findings_(&findings) {}

  void add_source(std::string name, std::byte const* data, std::size_t bytes);
  /// Bytes of which `is_element` is false are gaps; the others have to be written exactly once.
  void add_destination(std::string name, std::byte* data, std::vector<bool> is_element);
  /// For ticket, publish and await, and nothing else.
  void add_flags(std::string name, std::uint32_t const* flags, std::size_t count);
  /// Each byte has to be written exactly once, and may be read.
  void add_in_place(std::string name, std::byte* data, std::size_t bytes);
  /// Read and written as the kernel likes.
  void add_workspace(std::string name, std::byte* data, std::size_t bytes);
  /// The same, and flags may lie there too.
  void add_scratch(std::string name, std::byte* data, std::size_t bytes);

  /// These return whether the bytes are there; if not, nothing was read or written.
  bool read(Actor const& by, Clock const& clock, void* word, std::byte const* from, int width);
  bool write(Actor const& by, Clock const& clock, std::byte* to, void const* word, int width);
  /// An asynchronous copy from these bytes begins (+1) or has landed (-1).
  bool note_copy(Actor const& by, std::byte const* from, int width, int step);
  bool has_flag(Actor const& by, std::uint32_t const* flag);

  /// Once all blocks are through: each byte of a destination or an array in place that was not
  /// written exactly once.
  void check_written();

 private:
  enum class Use : std::uint8_t { source, destination, in_place, workspace, scratch, flags };
  struct Byte {
    std::int32_t writer = -1;
    std::int32_t reader = -1;
    Written last{};  ///< by the writer
    std::uint32_t write_clock = 0;
    std::uint32_t read_clock = 0;
    std::uint16_t writes = 0;
    std::uint16_t copies = 0;  ///< under way from here
  };
  struct Range {
    std::string name;
    std::byte const* data;
    std::size_t bytes;
    Use use;
    std::vector<bool> is_element{};
    std::vector<Byte> state{};
  };

  void add(Range range);
  /// Whether nothing orders the access behind the byte's last write, which is then reported.
  bool follows_a_write_at_once(Byte const& byte, Actor const& by, Clock const& clock,
                               Range const& range, std::ptrdiff_t offset);
  void report(Wrong what, Actor const& by, Range const& range, std::ptrdiff_t offset);
  Range* range_of(Actor const& by, void const* address, int width);

  Findings* findings_;
  std::vector<Range> ranges_{};
};

}  // namespace isomer::test
