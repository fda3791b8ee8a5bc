// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace isomer::program {

/// What stands before the data of a .npy file. The format is described in NumPy's manual, under
/// numpy.lib.format: magic string, version, length of the header, a Python dict, padding.
struct NpyHeader {
  int major_version = 1;        ///< 1, 2 (longer headers) or 3 (field names in UTF-8)
  std::string descr;            ///< the element type, as the header has it
  std::int64_t item_bytes = 0;  ///< bytes of one element
  bool fortran_order = false;   ///< the first axis is the fastest in memory, not the last
  std::vector<std::int64_t> shape;
  std::int64_t data_offset = 0;  ///< bytes before the data
};

/// Whether a file begins as all .npy files do; of one that ends within the magic string, as far as
/// it goes.
bool begins_as_npy(std::string_view file);

/// Reads the header at the start of a file of which `file` holds at least the header. Throws
/// Failure with one clear reason if there is none that this program understands.
NpyHeader parse_npy_header(std::string_view file);

/// Throws Failure unless a file of `file_bytes` bytes holds all that its header promises.
void require_data(NpyHeader const& header, std::int64_t file_bytes);

/// The bytes that come before the data: character for character what NumPy writes for the same
/// array. `data_offset` is not read; the version is raised where the header needs it.
std::string format_npy_header(NpyHeader const& header);

/// The same in exactly `header.data_offset` bytes; none if that is too little room.
std::optional<std::string> npy_header_in_its_room(NpyHeader const& header);

/// The same for a file whose data has to stay where it is: throws Failure if there is too little
/// room.
std::string format_npy_header_in_place(NpyHeader const& header);

/// The first bytes of a file while it is rewritten in place. They replace NumPy's magic string, so
/// that a file whose rewriting was cut short is read by nobody as an array.
extern std::string_view const unfinished_magic;

/// A shape as Python writes it: `(3, 4)`, `(3,)`, `()`.
std::string shape_text(std::vector<std::int64_t> const& shape);

}  // namespace isomer::program
