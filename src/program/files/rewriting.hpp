// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// What a file says of its rewriting in place while that goes on, and after it was cut short.
///
///     mark   the first 8 bytes: the unfinished magic string, the stage, a line end
///     note   behind all else: both headers, both sizes, which start of the system wrote it
///
/// The note comes first and goes last, so a file may have one though it is whole.
namespace isomer::program {

/// Each is on disk before what it announces, save `moving` and `moved`: these are only in memory
/// until the next one is on disk, so they are true as long as the system runs.
enum class Stage : char {
  announced = 'a',  ///< elements may move from now on
  moving = 'm',
  moved = 'd',    ///< all are where they belong, perhaps not on disk
  complete = 'c'  ///< all are on disk
};

constexpr std::size_t mark_bytes = sizeof(std::uint64_t);

/// The first bytes of a file at a stage: they replace those of a .npy file at once, as one word.
std::uint64_t mark_of(Stage stage);

struct RewritingNote {
  std::string old_start{};  ///< all that is before the data
  std::string new_start{};
  std::int64_t old_bytes = 0;  ///< of the whole file
  std::int64_t new_bytes = 0;
  std::string system{};  ///< as `running_system()`
};

/// What tells one start of the operating system from another; empty if nothing does.
std::string running_system();

/// The bytes of a note.
std::string text_of(RewritingNote const& note);

enum class RewritingState : std::uint8_t {
  not_begun,      ///< no element has moved
  moved_in_part,  ///< elements are lost, or it cannot be told that none is
  complete,       ///< every element is where it belongs
  in_companion,   ///< another file has what is needed to go on: <isomer/files.hpp>
  unknown         ///< the file is marked, but its note is not there
};

struct Rewriting {
  RewritingState state = RewritingState::unknown;
  /// Else only the note is left, and the file is whole: the old or the new one, as its header says,
  /// where that differs.
  bool is_marked = false;
  bool is_of_another_start = false;  ///< that is why it counts as moved in part
  RewritingNote note{};
};

/// Whether the first bytes of a file are the mark of a rewriting that keeps a companion: what
/// stands behind the unfinished magic string is no stage and line end.
bool is_mark_of_companion(std::string_view file);

/// What is left in a file of a rewriting that goes on or was cut short; nothing in a usual file.
/// `system` is the one that runs.
std::optional<Rewriting> rewriting_of(std::string_view file, std::string const& system);

/// A sentence about a file at whose start there is a mark: state, meaning, what to do.
std::string sentence_of(Rewriting const& rewriting);

}  // namespace isomer::program
