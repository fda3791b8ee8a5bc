// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "program/files/mapped_file.hpp"
#include "program/files/npy_header.hpp"

namespace isomer::program {

/// A .npy file that is rewritten where it lies, through a shared mapping.
///
/// An interruption shows: `begin` replaces the file's magic string and brings that to disk before
/// any element moves, `finish` brings the elements to disk before it writes the new header. In
/// between, no reader takes the file for an array, and this program says what happened to it.
class InPlaceFile {
 public:
  /// Throws Failure, `path` in front, if the file is not there, not writable, no valid .npy file,
  /// or being rewritten by another process.
  explicit InPlaceFile(std::string path);

  NpyHeader const& header() const { return header_; }
  std::byte* data() { return file_.data() + data_offset_; }

  /// Announces that the elements will move and that `result` is the header from then on. Throws
  /// Failure, with nothing written, if that header has no room.
  void begin(NpyHeader const& result);
  /// The same for data whose size changes: until the end, `data()` has `room` bytes at least, from
  /// a multiple of 64 on. The header may become longer, and what is behind the data moves along.
  /// Throws Failure, the file as it was, if the disk has no room.
  void begin_resized(NpyHeader const& result, std::int64_t room);
  void finish();

 private:
  void mark();
  void write_start(std::string_view bytes);
  void move_apart(std::int64_t room, std::int64_t tail_bytes);
  void close_up();

  std::string path_;
  MappedFile file_;
  NpyHeader header_;
  std::int64_t data_offset_ = 0;
  std::string new_start_;

  struct Tail {
    std::int64_t from = 0;  ///< where it is meanwhile
    std::int64_t to = 0;
    std::int64_t bytes = 0;
  };
  std::optional<Tail> tail_;  ///< what is behind data whose size changes
};

}  // namespace isomer::program
