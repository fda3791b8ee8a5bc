// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

#include "program/commands.hpp"
#include "program/failure.hpp"
#include "program/files/in_place_file.hpp"

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

}  // namespace

void recover(CommandLine const& line) {
  if (line.files.size() != 1)
    throw UsageError("recover takes one file, " + std::to_string(line.files.size()) +
                     " were given");
  auto const& path = line.files[0];
  std::printf("%s: %s\n", one_line(path).c_str(), words_for(recover_file(path)));
}

}  // namespace isomer::program
