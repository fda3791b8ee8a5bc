// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

#include <isomer/files.hpp>

#include "program/command_line.hpp"
#include "program/files/array_layout.hpp"
#include "program/files/memory_order.hpp"
#include "program/moves/stored_array.hpp"

/// Files that may be larger than memory, moved by the library's files.
namespace isomer::program {

/// Throws UsageError for options that do not go together.
void require_file_options(CommandLine const& line);

/// What the command line wishes; `new_header` is left out.
files::Options file_options(CommandLine const& line);

/// Whether an array is moved so from one file to another: it is wished, or the array is larger than
/// half of the memory that is left.
bool is_large(CommandLine const& line, StoredArray const& array);

/// The arrangement that it makes of a file: checked, in the order of memory.
MemoryOrder memory_order_of(StoredArray const& array, Rearrangement const& rearrangement);

/// Rewrites the file so that a kill at any moment loses nothing. The first signal stops it where it
/// can be recovered.
void rewrite_large(CommandLine const& line, StoredArray const& array,
                   Rearrangement const& rearrangement);

/// Makes the file `to`, which appears at the end, whole or not at all. Without a header if `array`
/// has none. False, with nothing done, if the header of the result has no room before the data.
bool copy_large(CommandLine const& line, StoredArray const& array,
                Rearrangement const& rearrangement, std::string const& to);

/// Goes on with what was cut short; prints what became of it.
void recover_large(CommandLine const& line, std::string const& path);

/// Warns of a file system that promises less than the others.
void warn_of_power_cuts(CommandLine const& line, std::string const& path);

}  // namespace isomer::program
