// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "program/command_line.hpp"
#include "program/files/array_layout.hpp"
#include "program/files/mapped_file.hpp"
#include "program/files/npy_header.hpp"

namespace isomer::program {

/// An array in a file, with a header or as the command line describes it.
struct StoredArray {
  std::string path{};
  ArrayLayout layout{};
  std::int64_t offset = 0;  ///< bytes before the data
  std::optional<NpyHeader> header{};
  std::string start{};  ///< the header as it was read
};

/// Throws UsageError for a description that is not whole, or given without --raw.
void require_raw_options(CommandLine const& line);

/// Throws Failure, `path` in front, if the file is not there, may not be accessed so, is rewritten
/// by another process or has no valid header.
StoredArray stored_array(CommandLine const& line, std::string const& path, Access access);

/// Bytes of an element of a type as NumPy writes it: f8, <i4, V12, float64. Throws UsageError.
std::int64_t raw_item_bytes(std::string const& type);

}  // namespace isomer::program
