// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <isomer/files.hpp>

/// What can be wrong with a call, found before anything is opened for writing. Each throws
/// isomer::Error: the argument, what it was, what it had to be.
namespace isomer::files {

/// `(3, 4)`, as Python writes it.
std::string text_of(std::vector<std::uint64_t> const& extents);
std::string text_of(std::vector<int> const& axes);

/// Bytes of the array.
std::uint64_t checked_bytes(FileArray const& array);

/// One of the two there are, whatever number was made one.
void require_order(Order order);

/// Each axis counted from 0.
std::vector<int> checked_axes(FileArray const& array, std::vector<int> const& axes);

void require_inside(FileArray const& array, std::uint64_t array_bytes, std::string const& path,
                    std::uint64_t file_bytes);

void require_header(FileArray const& array, Options const& options);

/// In place every way but `copy`, else `copy` alone.
void require_way(Way way, bool in_place);

/// Whether no element moves.
bool moves_nothing(FileArray const& array, std::vector<int> const& axes);

}  // namespace isomer::files
