// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "machine/machine.hpp"
#include "program/command_line.hpp"
#include "program/moves/rearrange.hpp"

/// What `isomer explain` prints line by line, whatever the machine.
namespace isomer::program {

/// The axes as the library fuses them, fastest first, as its own descriptions have them.
std::string fused_text(detail::Problem const& problem);

/// The array before and after.
std::string request_text(Rearrangement const& rearrangement, bool in_place);

/// A text of several lines in the column of values.
std::string indented(std::string text);

/// What the kernels would do on a GPU that need not be here.
void explain_on_gpu(detail::Machine const& gpu, Rearrangement const& rearrangement, bool in_place);

/// How a file would be rewritten in place.
void explain_file(CommandLine const& line);

}  // namespace isomer::program
