// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "program/command_line.hpp"
#include "program/files/array_layout.hpp"
#include "program/moves/stored_array.hpp"

/// From a command line to what it makes of an array.
namespace isomer::program {

/// Throws UsageError for --axes that no array could take.
void require_axes(CommandLine const& line);

/// A permutation to --axes, a relayout to --order, or with neither a transposition; for `explain`
/// the options say which it is. Throws Failure if the axes are not those of the array.
Rearrangement requested_of(CommandLine const& line, ArrayLayout const& layout);

/// The same of a supported array in the file `path`, which a Failure names.
Rearrangement requested_of(CommandLine const& line, ArrayLayout const& layout,
                           std::string const& path);

/// Throws Failure, the file in front, for an array that is only rewritten through memory.
void require_companion(StoredArray const& array, Rearrangement const& rearrangement);

/// Whether the array is to be in the order that --order says, rather than is in it.
bool is_relayout(CommandLine const& line);

}  // namespace isomer::program
