// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "cost/model_file.hpp"

namespace isomer::detail {

/// A name as files and messages have it: on one line, and printable.
inline std::string printable(std::string_view name) {
  constexpr std::size_t longest_name = 200;
  std::string text(name.substr(0, longest_name));
  for (char& c : text)
    if (c < ' ' || c > '~' || c == '"') c = '?';
  return text;
}

/// Reads lines of names and values in the order in which they are written; throws a ModelFileError
/// at the first thing that is wrong.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  std::string_view next_line(std::string const& wanted) {
    ++number_;
    auto const size = rest_.find('\n');
    if (size == std::string_view::npos)
      throw ModelFileError{"ends too early: what comes next has to be " + wanted};
    std::string_view line = rest_.substr(0, size);
    rest_.remove_prefix(size + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  /// What stands behind the name on a line of its own.
  std::string_view value_of(std::string const& name) {
    std::string_view const line = next_line(name);
    if (!line.starts_with(name + " ")) fail("what comes next has to be " + name);
    return line.substr(name.size() + 1);
  }

  /// Of either sign.
  double finite(std::string const& name, std::string_view text) const {
    double const value = parsed(text);
    if (!std::isfinite(value)) fail(name + " has to be a number, and finite");
    return value;
  }

  double number(std::string const& name, std::string_view text) const {
    double const value = parsed(text);
    if (!std::isfinite(value) || value < 0)
      fail(name + " has to be a number, finite and not negative");
    return value;
  }

  std::int64_t whole(std::string const& name, std::int64_t least, std::int64_t most) {
    double const value = number(name, value_of(name));
    if (value != std::floor(value) || value < static_cast<double>(least) ||
        value > static_cast<double>(most))
      fail(name + " has to be a whole number from " + std::to_string(least) + " to " +
           std::to_string(most));
    return static_cast<std::int64_t>(value);
  }

  void end() {
    ++number_;
    if (!rest_.empty()) fail("what comes next has to be the end of the file");
  }

  [[noreturn]] void fail(std::string const& what) const {
    throw ModelFileError{"is damaged: in line " + std::to_string(number_) + " " + what};
  }

 private:
  /// Not a number if it is none, or more than one.
  static double parsed(std::string_view text) {
    double value = 0;
    auto const* const end = text.data() + text.size();
    auto const [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end ? value : std::nan("");
  }

  std::string_view rest_;
  int number_ = 0;
};

}  // namespace isomer::detail
