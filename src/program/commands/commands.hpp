// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "program/command_line.hpp"

namespace isomer::program {

// What may follow `isomer` on the command line.
void permute(CommandLine const& line);
void transpose(CommandLine const& line);
void relayout(CommandLine const& line);
void rearrange(CommandLine const& line);
void recover(CommandLine const& line);
void status(CommandLine const& line);
void advise(CommandLine const& line);
void explain(CommandLine const& line);
void info(CommandLine const& line);

}  // namespace isomer::program
