// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <charconv>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "comma_list.hpp"

/// Measurements as lines of comma-separated values under a line of names.
namespace isomer::perf {

template <class Number>
Number number(std::string const& field) {
  Number value{};
  auto const* const end = field.data() + field.size();
  auto const [stop, error] = std::from_chars(field.data(), end, value);
  if (error != std::errc{} || stop != end)
    throw std::runtime_error("\"" + field + "\" is no number");
  return value;
}

/// `parsed` makes a Seen of the fields of a line. Stops with an std::runtime_error at a line that
/// is none.
template <class Seen, class Parsed>
std::vector<Seen> read_lines(std::string const& text, std::string const& head, std::size_t columns,
                             Parsed const& parsed) {
  std::istringstream in(text);
  std::string line;
  std::getline(in, line);
  if (line + "\n" != head)
    throw std::runtime_error("line 1 names other columns than this version measures");
  std::vector<Seen> all;
  for (int place = 2; std::getline(in, line); ++place) {
    try {
      auto const fields = comma_list(line);
      if (fields.size() != columns) throw std::runtime_error("the number of columns differs");
      all.push_back(parsed(fields));
    } catch (std::runtime_error const& error) {
      throw std::runtime_error("line " + std::to_string(place) + ": " + error.what());
    }
  }
  return all;
}

}  // namespace isomer::perf
