// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <source_location>

namespace isomer::team {

#if defined(__cpp_lib_source_location)
/// A place in the source of a kernel.
using Location = std::source_location;
#else
/// As std::source_location, for compilers that it is not there for (Clang 14).
class Location {
 public:
  static constexpr Location current(char const* file = __builtin_FILE(),
                                    std::uint_least32_t line = __builtin_LINE(),
                                    std::uint_least32_t column = __builtin_COLUMN()) {
    return Location(file, line, column);
  }
  constexpr Location() = default;

  constexpr char const* file_name() const { return file_; }
  constexpr std::uint_least32_t line() const { return line_; }
  constexpr std::uint_least32_t column() const { return column_; }

 private:
  constexpr Location(char const* file, std::uint_least32_t line, std::uint_least32_t column)
      : file_(file), line_(line), column_(column) {}

  char const* file_ = "";
  std::uint_least32_t line_ = 0;
  std::uint_least32_t column_ = 0;
};
#endif

}  // namespace isomer::team
