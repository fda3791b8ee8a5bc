// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace isomer::program {

/// A value written as a Python literal: the language of .npy headers.
struct PythonLiteral {
  enum class Kind : std::uint8_t { none, boolean, integer, string, bytes, tuple, list, dict };

  Kind kind = Kind::none;
  std::int64_t integer = 0;          ///< an integer, or a boolean as 0 and 1
  std::string string;                ///< what a string holds; escapes of other than quotes are left
  std::vector<PythonLiteral> items;  ///< of a tuple or list; a dict's keys and values in turn
  std::string_view source;           ///< the characters it was read from
};

/// Reads one literal that fills `text` but for white space. Throws Failure saying where and why it
/// is none. Takes what headers are made of, so no floats, sets or expressions, and nothing that
/// Python would not take; Python 2's `u''` occurs in old files and is read, with `old` also its
/// `3L`.
PythonLiteral parse_python_literal(std::string_view text, bool old = true);

}  // namespace isomer::program
