// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "program/arguments.hpp"

namespace isomer::program {

/// One word that may follow `isomer` on the command line.
struct Command {
  std::string_view name;
  std::string_view summary;  ///< a line for the list of commands
  std::string_view help;     ///< what --help prints
  std::vector<OptionSpec> options;
  void (*run)(Arguments const& arguments);
};

Command permute_command();
Command transpose_command();
Command relayout_command();
Command explain_command();
Command info_command();

/// The text for `--threads`, the same in all helps.
#define ISOMER_PROGRAM_THREADS_HELP \
  "  --threads N  use N threads (a Kokkos without threads has one whatever N is)\n"

}  // namespace isomer::program
