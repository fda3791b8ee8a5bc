// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/option_values.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "program/command_line.hpp"

namespace isomer::program {
namespace {

template <class Number>
std::optional<Number> number(std::string_view text, Number least) {
  Number value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least)
    return std::nullopt;
  return value;
}

std::optional<Integers> list(std::string_view text, std::int64_t least) {
  Integers values;
  for (std::size_t start = 0; !text.empty() && start <= text.size();) {
    auto const comma = std::min(text.find(',', start), text.size());
    auto const value = number(text.substr(start, comma - start), least);
    if (!value) return std::nullopt;
    values.push_back(*value);
    start = comma + 1;
  }
  return values;
}

std::optional<std::uint64_t> byte_size(std::string const& text, std::uint64_t least) {
  constexpr std::string_view units = "KMGT";
  std::string_view digits = text;
  int shift = 0;
  if (!text.empty())
    if (auto const unit = units.find(text.back()); unit != std::string_view::npos) {
      shift = 10 * (static_cast<int>(unit) + 1);
      digits.remove_suffix(1);
    }
  auto const value = number(digits, least);
  if (!value || *value > (std::uint64_t{INT64_MAX} >> shift)) return std::nullopt;
  return *value << shift;
}

}  // namespace

std::optional<int> read_threads(std::string const& text) {
  auto const threads = number(text, 1);
  return threads && *threads <= most_threads ? threads : std::nullopt;
}

std::optional<Integers> read_axes(std::string const& text) { return list(text, INT64_MIN); }
std::optional<Integers> read_extents(std::string const& text) { return list(text, 0); }

std::optional<bool> read_order(std::string const& text) {
  if (text != "C" && text != "F") return std::nullopt;
  return text == "F";
}

std::optional<std::uint64_t> read_size(std::string const& text) { return byte_size(text, 1); }
std::optional<std::uint64_t> read_offset(std::string const& text) { return byte_size(text, 0); }
std::optional<std::int64_t> read_item_bytes(std::string const& text) {
  return number<std::int64_t>(text, 1);
}

}  // namespace isomer::program
