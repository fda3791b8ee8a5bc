// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/npy_header.hpp"

#include <array>
#include <limits>

#include "problem/utf8.hpp"
#include "program/failure.hpp"
#include "program/files/array_layout.hpp"
#include "program/files/npy_dtype.hpp"
#include "program/files/python_literal.hpp"

namespace isomer::program {

using namespace std::string_view_literals;

std::string_view const unfinished_magic = "\x93ISOMR"sv;

namespace {

using Kind = PythonLiteral::Kind;

constexpr auto magic = "\x93NUMPY"sv;
// A header is as long as its type has fields; ten thousand of them stay far below this.
constexpr std::uint64_t max_header_bytes = 1 << 20;
// NumPy starts the data at a multiple of this.
constexpr std::size_t alignment = 64;

std::size_t length_field_bytes(int major_version) { return major_version == 1 ? 2 : 4; }

std::size_t preamble_bytes(int major_version) {
  return magic.size() + 2 + length_field_bytes(major_version);
}

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t k = bytes.size(); k-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[k]);
  return value;
}

}  // namespace

bool begins_as_npy(std::string_view file) {
  return file.substr(0, magic.size()) == magic.substr(0, file.size());
}

namespace {

void require_magic(std::string_view file) {
  if (file.empty()) throw Failure("is empty, so no .npy file");
  auto const start = file.substr(0, magic.size());
  if (start == unfinished_magic)
    throw Failure(
        "was being rewritten in place when the program was stopped: isomer info says how far it "
        "came");
  if (start == magic) return;
  if (begins_as_npy(file))
    throw Failure("is truncated: it ends after " + std::to_string(file.size()) +
                  " bytes of the magic string");
  throw Failure("is no .npy file: it does not start with the magic string \\x93NUMPY");
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    auto const bytes = detail::character_bytes(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

PythonLiteral const& entry(PythonLiteral const& dict, std::string_view key) {
  PythonLiteral const* found = nullptr;
  for (std::size_t k = 0; k < dict.items.size(); k += 2) {
    if (dict.items[k].kind != Kind::string || dict.items[k].string != key) continue;
    if (found != nullptr) throw Failure("the header has '" + std::string(key) + "' twice");
    found = &dict.items[k + 1];
  }
  if (found == nullptr) throw Failure("the header lacks '" + std::string(key) + "'");
  return *found;
}

std::vector<std::int64_t> shape_of(PythonLiteral const& value) {
  auto const wrong = [&] {
    return Failure("the header's 'shape' is " + std::string(value.source.substr(0, 60)) +
                   ", it has to be a tuple of integers from 0 on");
  };
  if (value.kind != Kind::tuple) throw wrong();
  std::vector<std::int64_t> shape;
  for (auto const& extent : value.items) {
    if (extent.kind != Kind::integer || extent.integer < 0) throw wrong();
    shape.push_back(extent.integer);
  }
  if (shape.size() > max_axes)
    throw Failure("has " + std::to_string(shape.size()) + " axes, at most " +
                  std::to_string(max_axes) + " are read");
  return shape;
}

std::string dict_text(NpyHeader const& header) {
  return "{'descr': " + header.descr +
         ", 'fortran_order': " + (header.fortran_order ? "True" : "False") +
         ", 'shape': " + shape_text(header.shape) + ", }";
}

// NumPy leaves room for the slowest axis to grow to 21 digits, for tools that append to a file.
std::size_t room_to_grow(NpyHeader const& header) {
  constexpr std::size_t most_digits = 21;
  if (header.shape.empty()) return 0;
  auto const slowest = header.fortran_order ? header.shape.back() : header.shape.front();
  return most_digits - std::to_string(slowest).size();
}

std::string preamble(int major_version, std::size_t text_bytes) {
  std::string bytes(magic);
  bytes += static_cast<char>(major_version);
  bytes += '\0';
  for (std::size_t k = 0; k < length_field_bytes(major_version); ++k)
    bytes += static_cast<char>(text_bytes >> (8 * k) & 0xff);
  return bytes;
}

std::size_t needed_bytes(NpyHeader const& header, std::string_view text) {
  return preamble_bytes(header.major_version) + text.size() + 1;
}

// `text`, padded so that all comes to `total` bytes.
std::string padded(int major_version, std::string_view text, std::size_t total) {
  std::size_t const text_bytes = total - preamble_bytes(major_version);
  std::string const padding(text_bytes - text.size() - 1, ' ');
  return preamble(major_version, text_bytes).append(text) + padding + '\n';
}

}  // namespace

std::string shape_text(std::vector<std::int64_t> const& shape) {
  std::string text = "(";
  for (std::size_t k = 0; k < shape.size(); ++k) {
    if (k > 0) text += ", ";
    text += std::to_string(shape[k]);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

NpyHeader parse_npy_header(std::string_view file) {
  require_magic(file);
  NpyHeader header;
  if (file.size() < magic.size() + 2) throw Failure("is truncated: it ends before its version");
  header.major_version = static_cast<unsigned char>(file[magic.size()]);
  int const minor_version = static_cast<unsigned char>(file[magic.size() + 1]);
  if (header.major_version < 1 || header.major_version > 3 || minor_version != 0)
    throw Failure("has format version " + std::to_string(header.major_version) + "." +
                  std::to_string(minor_version) + ", it has to be 1.0, 2.0 or 3.0");

  std::size_t const start = preamble_bytes(header.major_version);
  if (file.size() < start) throw Failure("is truncated: it ends before the length of its header");
  auto const length =
      little_endian(file.substr(magic.size() + 2, length_field_bytes(header.major_version)));
  if (length > max_header_bytes)
    throw Failure("has a header of " + std::to_string(length) + " bytes, at most " +
                  std::to_string(max_header_bytes) + " are read");
  if (file.size() - start < length)
    throw Failure("is truncated: its header has to be " + std::to_string(length) + " bytes, " +
                  std::to_string(file.size() - start) + " are there");
  header.data_offset = static_cast<std::int64_t>(start + length);

  auto const text = file.substr(start, length);
  if (header.major_version == 3 && !is_utf8(text)) throw Failure("has a header that is no UTF-8");
  auto const dict = parse_python_literal(text, header.major_version < 3);
  if (dict.kind != Kind::dict) throw Failure("the header is no Python dict");
  auto const& descr = entry(dict, "descr");
  auto const& order = entry(dict, "fortran_order");
  header.shape = shape_of(entry(dict, "shape"));
  if (dict.items.size() != 6)
    throw Failure("the header has more than 'descr', 'fortran_order' and 'shape'");
  if (order.kind != Kind::boolean)
    throw Failure("the header's 'fortran_order' is " + std::string(order.source.substr(0, 60)) +
                  ", it has to be True or False");
  header.fortran_order = order.integer == 1;
  header.descr = std::string(descr.source);
  header.item_bytes = item_bytes_of(descr);
  require_distinct_names(descr);
  byte_count({header.shape, header.fortran_order, header.item_bytes});  // throws if too many
  return header;
}

void require_data(NpyHeader const& header, std::int64_t file_bytes) {
  auto const needed = byte_count({header.shape, header.fortran_order, header.item_bytes});
  auto const there = file_bytes - header.data_offset;
  if (there < needed)
    throw Failure("is truncated: shape " + shape_text(header.shape) + " needs " +
                  std::to_string(needed) + " bytes of data, " +
                  std::to_string(there < 0 ? 0 : there) + " are there");
}

std::string format_npy_header(NpyHeader const& header) {
  auto const text = dict_text(header) + std::string(room_to_grow(header), ' ');
  int format = header.major_version;
  auto const total = [&] {  // NumPy adds at least one byte of padding
    return ((preamble_bytes(format) + text.size() + 1) / alignment + 1) * alignment;
  };
  constexpr std::size_t most_in_version_1 = std::numeric_limits<std::uint16_t>::max();
  if (format == 1 && total() - preamble_bytes(1) > most_in_version_1) format = 2;
  return padded(format, text, total());
}

std::optional<std::string> npy_header_in_its_room(NpyHeader const& header) {
  auto const room = static_cast<std::size_t>(header.data_offset);
  auto const text = dict_text(header);
  auto const needed = needed_bytes(header, text);
  if (needed > room) return std::nullopt;
  return padded(header.major_version, text, room);
}

std::string format_npy_header_in_place(NpyHeader const& header) {
  if (auto fitted = npy_header_in_its_room(header)) return *fitted;
  throw Failure("its header has " + std::to_string(header.data_offset) +
                " bytes, the new one needs " +
                std::to_string(needed_bytes(header, dict_text(header))) +
                ": write to another file instead of in place");
}

}  // namespace isomer::program
