// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/moves/stored_array.hpp"

#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "program/failure.hpp"
#include "program/files/in_place_file.hpp"
#include "program/files/npy_dtype.hpp"
#include "program/files/npy_file.hpp"

namespace isomer::program {
namespace {

/// The names that NumPy prints for types beside the strings of its headers.
constexpr std::array<std::pair<std::string_view, std::int64_t>, 14> printed_types{
    {{"bool", 1},
     {"int8", 1},
     {"int16", 2},
     {"int32", 4},
     {"int64", 8},
     {"uint8", 1},
     {"uint16", 2},
     {"uint32", 4},
     {"uint64", 8},
     {"float16", 2},
     {"float32", 4},
     {"float64", 8},
     {"complex64", 8},
     {"complex128", 16}}};

/// The order that a raw array is stored in. A relayout says the one that it shall have.
bool is_fortran(CommandLine const& line) {
  bool const says_result = line.command == "relayout" || (line.command == "explain" && !line.axes);
  if (says_result && line.fortran_order) return !*line.fortran_order;
  return line.fortran_order.value_or(false);
}

StoredArray raw_array(CommandLine const& line, std::string const& path) {
  auto const& raw = line.raw;
  StoredArray array;
  array.path = path;
  array.layout.shape = *line.shape;
  array.layout.fortran_order = is_fortran(line);
  array.layout.item_bytes = raw.item_bytes ? *raw.item_bytes : raw_item_bytes(raw.type);
  array.offset = static_cast<std::int64_t>(raw.offset.value_or(0));
  auto const bytes = byte_count(array.layout);
  if (array.offset > std::numeric_limits<std::int64_t>::max() - bytes)
    throw UsageError("--offset was " + std::to_string(array.offset) +
                     ", it has to be less than 2^62");
  return array;
}

void require_size(StoredArray const& array, std::int64_t file_bytes) {
  auto const end = array.offset + byte_count(array.layout);
  if (end > file_bytes)
    throw Failure(array.path + ": shape " + shape_text(array.layout.shape) + " with elements of " +
                  std::to_string(array.layout.item_bytes) + " bytes from byte " +
                  std::to_string(array.offset) + " on ends at byte " + std::to_string(end) +
                  ", the file has " + std::to_string(file_bytes));
}

}  // namespace

std::int64_t raw_item_bytes(std::string const& type) {
  for (auto const& [name, bytes] : printed_types)
    if (name == type) return bytes;
  try {
    return item_bytes_of_type_string(type);
  } catch (Failure const&) {
    throw UsageError("--raw was '" + one_line(type) +
                     "', it has to be a type as NumPy writes it, such as f8, <i4 or V12");
  }
}

void require_raw_options(CommandLine const& line) {
  auto const& raw = line.raw;
  bool const is_explained = line.command == "explain";
  if (!raw.is_raw) {
    if (raw.item_bytes) throw UsageError("--item-bytes is for --raw");
    if (raw.offset) throw UsageError("--offset is for --raw");
    if (line.shape && !is_explained) throw UsageError("--shape is for --raw");
    if (line.fortran_order && line.command != "relayout" && !is_explained)
      throw UsageError("--order is for --raw");
    return;
  }
  if (raw.type.empty() && !raw.item_bytes)
    throw UsageError("--raw needs a type, or --item-bytes for how long an element is");
  if (!raw.type.empty() && raw.item_bytes)
    throw UsageError("--raw has the type '" + one_line(raw.type) +
                     "', so --item-bytes says nothing more");
  if (!line.shape) throw UsageError("--raw needs --shape");
}

StoredArray stored_array(CommandLine const& line, std::string const& path, Access access) {
  MappedFile const file(open_file(path, access), path, access);
  if (access == Access::write && is_being_rewritten(file.descriptor()))
    throw Failure(path + ": is being rewritten by another process");
  if (line.raw.is_raw) {
    auto array = raw_array(line, path);
    require_size(array, file.size());
    return array;
  }
  auto const header = read_header(file, path);
  auto const start = file.text().substr(0, static_cast<std::size_t>(header.data_offset));
  return {path, layout_of(header), header.data_offset, header, std::string(start)};
}

}  // namespace isomer::program
