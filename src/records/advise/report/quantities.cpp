// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/report/quantities.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace isomer::records {
namespace {

/// Where a word ends: a number stays with its unit.
std::size_t end_of_word(std::string const& text, std::size_t begin) {
  std::size_t end = text.find(' ', begin);
  while (end != std::string::npos && end > begin && text[end - 1] >= '0' && text[end - 1] <= '9')
    end = text.find(' ', end + 1);
  return std::min(end, text.size());
}

std::string three_digits(double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), value >= 99.95 ? "%.0f" : "%.3g", value);
  return text.data();
}

std::string listed_with(std::vector<std::string> const& words, char const* last) {
  std::string text;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (k > 0) text += k + 1 == words.size() ? last : ", ";
    text += words[k];
  }
  return text;
}

}  // namespace

std::string seconds_text(double seconds) {
  struct Unit {
    double seconds;
    char const* name;
  };
  static constexpr std::array<Unit, 4> units{
      {{1, " s"}, {1e-3, " ms"}, {1e-6, " us"}, {1e-9, " ns"}}};
  if (seconds <= 0) return "0 s";
  for (Unit const& unit : units)
    if (seconds >= 0.9995 * unit.seconds) return three_digits(seconds / unit.seconds) + unit.name;
  return three_digits(seconds / units.back().seconds) + units.back().name;
}

std::string percent_text(double share) { return std::to_string(std::llround(100 * share)) + " %"; }

std::string calls_text(double calls) {
  double const whole = std::ceil(calls);
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), whole < 1e9 ? "%.0f" : "%.2g", whole);
  return text.data() + std::string(whole == 1 ? " call" : " calls");
}

std::string listed(std::vector<std::string> const& words) { return listed_with(words, " and "); }

std::string alternatives(std::vector<std::string> const& words) {
  return listed_with(words, " or ");
}

std::string wrapped(std::string const& text, std::size_t width) {
  std::string result;
  std::size_t used = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t const end = end_of_word(text, begin);
    std::size_t const length = end - begin;
    if (used > 0 && used + 1 + length > width) {
      result += "\n  ";
      used = 2;
    } else if (used > 0) {
      result += ' ';
      ++used;
    }
    result.append(text, begin, length);
    used += length;
    begin = end + 1;
  }
  return result;
}

}  // namespace isomer::records
