// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "program/cli11.hpp"
#include "program/command_line.hpp"

/// The options of each command, which fill in the line.
namespace isomer::program {

void add_permute(CLI::App& app, CommandLine& line);
void add_transpose(CLI::App& app, CommandLine& line);
void add_relayout(CLI::App& app, CommandLine& line);
void add_rearrange(CLI::App& app, CommandLine& line);
void add_recover(CLI::App& app, CommandLine& line);
void add_status(CLI::App& app, CommandLine& line);
void add_advise(CLI::App& app, CommandLine& line);
void add_explain(CLI::App& app, CommandLine& line);
void add_threads(CLI::App& app, CommandLine& line);

}  // namespace isomer::program
