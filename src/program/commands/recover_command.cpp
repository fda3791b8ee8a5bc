// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>

#include <isomer/files.hpp>

#include "program/commands/commands.hpp"
#include "program/failure.hpp"
#include "program/files/in_place_file.hpp"
#include "program/moves/large_file.hpp"

namespace isomer::program {
namespace {

char const* words_for(Recovery recovery) {
  switch (recovery) {
    case Recovery::put_back: return "not begun: it is the old array again";
    case Recovery::finished: return "complete: it is the new array now";
    case Recovery::note_removed: return "is whole, the note of a rewriting behind it is removed";
    case Recovery::was_whole: break;
  }
  return "is whole, there is nothing to recover";
}

/// Whether a file was rewritten without a companion, and says itself how far that came.
bool is_marked_alone(std::string const& path) {
  MappedFile const file(open_file(path, Access::read), path, Access::read);
  auto const rewriting = rewriting_of(file.text(), running_system());
  return rewriting && rewriting->state != RewritingState::in_companion;
}

bool has_companion(CommandLine const& line, std::string const& path) {
  return files::status(path, line.file.journal).state != files::State::whole;
}

std::string const& only_file(CommandLine const& line) {
  if (line.files.size() != 1)
    throw UsageError(line.command + " takes one file, " + std::to_string(line.files.size()) +
                     " were given");
  return line.files[0];
}

}  // namespace

void recover(CommandLine const& line) {
  auto const& path = only_file(line);
  if (!is_marked_alone(path) && has_companion(line, path)) return recover_large(line, path);
  std::printf("%s: %s\n", one_line(path).c_str(), words_for(recover_file(path)));
}

void status(CommandLine const& line) {
  auto const& path = only_file(line);
  if (is_marked_alone(path)) {
    MappedFile const file(open_file(path, Access::read), path, Access::read);
    auto const rewriting = *rewriting_of(file.text(), running_system());
    std::string words = sentence_of(rewriting);
    if (!rewriting.is_marked)
      words =
          "is whole, with a note of a rewriting in place that was cut short: isomer recover "
          "removes it";
    else if (is_being_rewritten(file.descriptor()))
      words = "is being rewritten by another process, without a companion";
    std::printf("%s: %s\n", one_line(path).c_str(), words.c_str());
    return;
  }
  auto const found = files::status(path, line.file.journal);
  std::printf("%s\n", one_line(found.words).c_str());
}

}  // namespace isomer::program
