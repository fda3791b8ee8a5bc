// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/npy_dtype.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <set>
#include <string>

#include "program/failure.hpp"

namespace isomer::program {
namespace {

using Kind = PythonLiteral::Kind;

// Enough of a descr to recognise it in a message.
std::string quoted(std::string_view text) {
  constexpr std::size_t most = 60;
  return std::string(text.substr(0, most)) + (text.size() > most ? "..." : "");
}

[[noreturn]] void fail_type(std::string_view type) {
  throw Failure("the element type '" + quoted(type) + "' is none that has a fixed size");
}

[[noreturn]] void fail_too_large() {
  throw Failure("the element type has more than " + std::to_string(max_item_bytes) + " bytes");
}

std::int64_t add(std::int64_t a, std::int64_t b) {
  if (b > max_item_bytes - a) fail_too_large();
  return a + b;
}

std::int64_t multiply(std::int64_t a, std::int64_t b) {
  if (b < 0) throw Failure("the element type has a field with the extent " + std::to_string(b));
  if (a != 0 && b > max_item_bytes / a) fail_too_large();
  return a * b;
}

bool is_one_of(std::int64_t size, std::initializer_list<std::int64_t> sizes) {
  return std::find(sizes.begin(), sizes.end(), size) != sizes.end();
}

/// The unit of a time, such as [ns] or [25us]. NumPy counts it in a C int.
bool is_time_unit(std::string_view unit) {
  if (!unit.starts_with('[') || !unit.ends_with(']') || unit.size() < 3) return false;
  unit = unit.substr(1, unit.size() - 2);
  std::int32_t count = 0;
  auto const [end, error] = std::from_chars(unit.data(), unit.data() + unit.size(), count);
  if (error == std::errc::result_out_of_range || count < 0) return false;
  auto const name = unit.substr(static_cast<std::size_t>(end - unit.data()));
  if (name == "generic") return name.size() == unit.size();
  constexpr std::array<std::string_view, 13> names{"Y",  "M",  "W",  "D",  "h",  "m", "s",
                                                   "ms", "us", "ns", "ps", "fs", "as"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A field's extents are one integer or a tuple of them.
std::int64_t element_count(PythonLiteral const& shape) {
  if (shape.kind == Kind::integer) return multiply(1, shape.integer);
  if (shape.kind != Kind::tuple)
    throw Failure("the element type has a field whose shape is " + quoted(shape.source));
  std::int64_t count = 1;
  for (auto const& extent : shape.items) {
    if (extent.kind != Kind::integer)
      throw Failure("the element type has a field whose shape is " + quoted(shape.source));
    count = multiply(count, extent.integer);
  }
  if (shape.items.size() > max_axes)
    throw Failure("the element type has a field of more than " + std::to_string(max_axes) +
                  " axes");
  return count;
}

// A field's name is a string, or a pair of title and name.
bool is_field_name(PythonLiteral const& name) {
  if (name.kind == Kind::string) return true;
  return name.kind == Kind::tuple && name.items.size() == 2 && name.items[0].kind == Kind::string &&
         name.items[1].kind == Kind::string;
}

// What a field may have besides what a whole array may: a shape of its own.
std::int64_t field_type_bytes(PythonLiteral const& descr) {
  if (descr.kind == Kind::tuple && descr.items.size() == 2)
    return multiply(field_type_bytes(descr.items[0]), element_count(descr.items[1]));
  return item_bytes_of(descr);
}

/// Whether NumPy leaves a field out, as padding: no name and nothing but bytes.
bool is_padding(PythonLiteral const& field) {
  auto const* type = &field.items[1];
  while (type->kind == Kind::tuple) type = &type->items[0];
  return field.items[0].string.empty() && field.items[0].kind == Kind::string &&
         type->kind == Kind::string && type->string.find('V') != std::string::npos;
}

/// Names and titles, as NumPy holds them: each once.
void add_names(PythonLiteral const& field, std::set<std::string_view>& names) {
  if (is_padding(field)) return;
  auto const add = [&](PythonLiteral const& name) {
    if (!names.insert(name.string).second)
      throw Failure("the element type has two fields with the name or title " +
                    quoted(name.source));
  };
  if (field.items[0].kind == Kind::string) return add(field.items[0]);
  for (auto const& name : field.items[0].items) add(name);
}

std::int64_t field_bytes(PythonLiteral const& field) {
  bool const is_field = field.kind == Kind::tuple &&
                        (field.items.size() == 2 || field.items.size() == 3) &&
                        is_field_name(field.items[0]);
  if (!is_field) throw Failure("the element type has the field " + quoted(field.source));
  std::int64_t const count = field.items.size() == 3 ? element_count(field.items[2]) : 1;
  return multiply(field_type_bytes(field.items[1]), count);
}

}  // namespace

std::int64_t item_bytes_of_type_string(std::string_view type) {
  std::string_view rest = type;
  if (!rest.empty() && std::string_view("<>|=").find(rest.front()) != std::string_view::npos)
    rest.remove_prefix(1);
  if (rest.empty()) fail_type(type);
  char const kind = rest.front();
  rest.remove_prefix(1);
  if (kind == 'O')
    throw Failure("holds Python objects ('" + quoted(type) + "'), which have no fixed size");
  if (kind == '?' && rest.empty()) return 1;

  // Times have a unit behind their size: '<M8[ns]'.
  bool const is_time = kind == 'M' || kind == 'm';
  if (auto const bracket = rest.find('['); is_time && bracket != std::string_view::npos) {
    if (!is_time_unit(rest.substr(bracket))) fail_type(type);
    rest = rest.substr(0, bracket);
  }
  std::int64_t size = 0;
  auto const [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), size);
  if (error == std::errc::result_out_of_range) fail_too_large();
  if (error != std::errc{} || end != rest.data() + rest.size() || size < 0) fail_type(type);

  constexpr std::int64_t longest = sizeof(long double);  // NumPy has that of the machine
  bool is_known = false;
  switch (kind) {
    case 'b': is_known = size == 1; break;
    case 'i':
    case 'u': is_known = is_one_of(size, {1, 2, 4, 8}); break;
    case 'f': is_known = is_one_of(size, {2, 4, 8, longest}); break;
    case 'c': is_known = is_one_of(size, {8, 16, 2 * longest}); break;
    case 'M':
    case 'm': is_known = size == 8; break;
    case 'S':
    case 'a':
    case 'V': return multiply(1, size);
    case 'U': return multiply(4, size);  // counted in characters of four bytes
    default: break;
  }
  if (!is_known) fail_type(type);
  return size;
}

std::int64_t item_bytes_of(PythonLiteral const& descr) {
  if (descr.kind == Kind::string) return item_bytes_of_type_string(descr.string);
  if (descr.kind != Kind::list)
    throw Failure("the header's 'descr' is " + quoted(descr.source) +
                  ", it has to be a type string or a list of fields");
  std::int64_t bytes = 0;
  for (auto const& field : descr.items) bytes = add(bytes, field_bytes(field));
  return bytes;
}

void require_distinct_names(PythonLiteral const& descr) {
  if (descr.kind == Kind::tuple) return require_distinct_names(descr.items[0]);
  if (descr.kind != Kind::list) return;
  std::set<std::string_view> names;
  for (auto const& field : descr.items) {
    add_names(field, names);
    require_distinct_names(field.items[1]);
  }
}

}  // namespace isomer::program
