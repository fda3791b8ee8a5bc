// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
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
  std::byte* data() { return file_.data() + header_.data_offset; }

  /// Announces that the elements will move and that `result` is the header from then on. Throws
  /// Failure, with nothing written, if that header has no room.
  void begin(NpyHeader const& result);
  void finish();

 private:
  void write_start(std::string_view bytes);

  std::string path_;
  MappedFile file_;
  NpyHeader header_;
  std::string new_start_;
};

}  // namespace isomer::program
