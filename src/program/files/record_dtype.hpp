// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace isomer::program {

/// A field of a structured dtype: values of a type, a struct of fields, or padding, which has
/// neither a name nor a meaning.
struct DtypeField {
  std::string name;    ///< empty for padding
  std::string source;  ///< the name, or title and name, as the header has it
  std::string type;    ///< a type string as the header has it; empty for a struct
  std::vector<DtypeField> fields{};
  std::vector<std::int64_t> extents{};
  std::int64_t item_bytes = 0;  ///< of one value or struct
  std::int64_t align = 1;       ///< of a value, as in a struct of C

  bool is_padding() const { return name.empty(); }
  bool is_struct() const { return type.empty(); }
};

using DtypeFields = std::vector<DtypeField>;

DtypeField padding_field(std::int64_t bytes);

/// The values of a field.
std::int64_t value_count(DtypeField const& field);

/// The fields that a header's `descr` lists. Throws Failure if it is no list, or has a field that
/// is neither a value, a struct nor an array of these.
DtypeFields read_fields(std::string_view descr);

/// The `descr` as NumPy writes it.
std::string dtype_text(DtypeFields const& fields);

}  // namespace isomer::program
