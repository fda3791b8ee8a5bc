// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "program/files/mapped_file.hpp"
#include "program/files/npy_header.hpp"
#include "program/files/rewriting.hpp"

namespace isomer::program {

/// A .npy file that is rewritten where it lies, through a shared mapping, in this order:
///
///     prepare   a note behind the file, on disk; the file is still the old array
///     begin     the mark, on disk, before an element moves
///     moved     the last element has moved
///     finish    elements and header on disk, the mark that says so on disk, the magic string
///
/// Cut short anywhere, the file is the old array, the new one, or says what it is: not begun,
/// complete, or moved in part. Without `begin`, `finish` only changes the header.
class InPlaceFile {
 public:
  /// Throws Failure, `path` in front, if the file is not there, not writable, no valid .npy file,
  /// marked, or being rewritten by another process.
  explicit InPlaceFile(std::string path);
  /// Takes the note back if nothing was begun.
  ~InPlaceFile();
  InPlaceFile(InPlaceFile const&) = delete;
  InPlaceFile& operator=(InPlaceFile const&) = delete;

  NpyHeader const& header() const { return header_; }
  std::byte* data() { return file_.data() + data_offset_; }

  /// Says that `result` will be the header. Throws Failure, the file as it was, if that header or
  /// the note has no room.
  void prepare(NpyHeader const& result);
  /// The same for data whose size changes: from `begin` to the end, `data()` has `room` bytes at
  /// least, from a multiple of 64 on. The header may become longer, and what is behind the data
  /// moves along.
  void prepare_resized(NpyHeader const& result, std::int64_t room);
  /// Brings the pages of the file into memory, if they fit.
  void bring_in();
  void begin();
  void moved();
  void finish();

 private:
  struct Part {
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::int64_t bytes = 0;
    bool moves() const { return from != to && bytes > 0; }
  };

  void write_note(std::int64_t place);
  void take_back_note() noexcept;
  void announce();
  void move(Part const& part);

  std::string path_;
  MappedFile file_;
  NpyHeader header_;
  std::int64_t data_offset_ = 0;
  RewritingNote note_;
  enum class Phase : std::uint8_t { none, prepared, begun, moved, finished };
  Phase phase_ = Phase::none;
  std::int64_t new_data_offset_ = 0;
  Part apart_tail_, apart_data_, closing_tail_;  ///< where the size of the data changes
};

/// What `recover` has done, or found that there is nothing to do.
enum class Recovery : std::uint8_t { was_whole, note_removed, put_back, finished };

/// Brings a file whose rewriting was cut short to its old array or its new one. Throws Failure,
/// nothing written, if its elements are moved in part, or for what InPlaceFile refuses too.
Recovery recover_file(std::string const& path);

/// Whether a process is rewriting the file.
bool is_being_rewritten(int descriptor);

}  // namespace isomer::program
