// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "program/files/python_literal.hpp"

namespace isomer::program {

/// The largest element there is: NumPy counts an element's bytes in a C int.
inline constexpr std::int64_t max_item_bytes = std::numeric_limits<std::int32_t>::max();

/// The most axes that every NumPy has.
inline constexpr std::size_t max_axes = 32;

/// Bytes of one element of the type that a header's `descr` describes: a type string such as '<f8',
/// or a list of fields. Moving an element needs no more than its size. Throws Failure for Python
/// objects, which are stored as a pickle, and for what NumPy takes for no type.
std::int64_t item_bytes_of(PythonLiteral const& descr);

/// The same for a type string alone: byte order, kind, size.
std::int64_t item_bytes_of_type_string(std::string_view type);

/// Throws Failure if two fields of a type that has its bytes have the same name or title.
void require_distinct_names(PythonLiteral const& descr);

}  // namespace isomer::program
