// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/record_dtype.hpp"

#include "program/failure.hpp"
#include "program/files/npy_dtype.hpp"
#include "program/files/npy_header.hpp"

namespace isomer::program {
namespace {

using Kind = PythonLiteral::Kind;

Failure field_failure(PythonLiteral const& field, std::string const& what) {
  return Failure("the field " + std::string(field.source.substr(0, 60)) + ' ' + what);
}

/// The alignment that NumPy gives a type too: text has that of a character, a complex number that
/// of its parts.
std::int64_t align_of(std::string_view type, std::int64_t bytes) {
  std::size_t const kind = type.find_first_not_of("<>|=");
  switch (type[kind]) {
    case 'S':
    case 'a':
    case 'V': return 1;
    case 'U': return 4;
    case 'c': bytes /= 2; break;
    default: break;
  }
  return bytes & -bytes;
}

std::vector<std::int64_t> extents_of(PythonLiteral const& shape) {
  if (shape.kind == Kind::integer) return {shape.integer};
  std::vector<std::int64_t> extents;
  for (auto const& extent : shape.items) extents.push_back(extent.integer);
  return extents;
}

DtypeFields fields_of(PythonLiteral const& list);

DtypeField field_of(PythonLiteral const& literal) {
  auto const& name = literal.items[0];
  auto const& type = literal.items[1];
  DtypeField field;
  field.name = name.kind == Kind::tuple ? name.items[1].string : name.string;
  field.source = std::string(name.source);
  field.item_bytes = item_bytes_of(type);
  if (literal.items.size() == 3) field.extents = extents_of(literal.items[2]);
  if (type.kind == Kind::list) {
    field.fields = fields_of(type);
  } else {
    field.type = std::string(type.source);
    field.align = align_of(type.string, field.item_bytes);
  }
  bool const is_void = !field.is_struct() && type.string.find('V') != std::string::npos;
  if (field.name.empty() && !is_void) throw field_failure(literal, "has no name");
  if (!field.name.empty() && field.item_bytes * value_count(field) == 0)
    throw field_failure(literal, "has no bytes");
  return field;
}

DtypeFields fields_of(PythonLiteral const& list) {
  item_bytes_of(list);  // throws for what is no field
  DtypeFields fields;
  for (auto const& field : list.items) {
    if (field.items[1].kind == Kind::tuple)
      throw field_failure(field, "has its shape within its type, it has to stand behind it");
    fields.push_back(field_of(field));
  }
  return fields;
}

std::string text_of(DtypeField const& field) {
  std::string text = '(' + field.source + ", ";
  text += field.is_struct() ? dtype_text(field.fields) : field.type;
  if (!field.extents.empty()) text += ", " + shape_text(field.extents);
  return text + ')';
}

}  // namespace

DtypeField padding_field(std::int64_t bytes) {
  return {.name = "",
          .source = "''",
          .type = "'|V" + std::to_string(bytes) + '\'',
          .item_bytes = bytes};
}

std::int64_t value_count(DtypeField const& field) {
  std::int64_t count = 1;
  for (auto const extent : field.extents) count *= extent;
  return count;
}

DtypeFields read_fields(std::string_view descr) {
  auto const list = parse_python_literal(descr);
  if (list.kind != Kind::list || list.items.empty())
    throw Failure("has elements of the type " + std::string(descr.substr(0, 60)) +
                  ", records have named fields");
  return fields_of(list);
}

std::string dtype_text(DtypeFields const& fields) {
  std::string text = "[";
  for (auto const& field : fields) {
    if (text.size() > 1) text += ", ";
    text += text_of(field);
  }
  return text + ']';
}

}  // namespace isomer::program
