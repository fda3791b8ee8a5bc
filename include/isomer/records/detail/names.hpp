// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

/// The names that ISOMER_RECORD gets, as one text: "x, y, z".
namespace isomer::detail {

/// What ISOMER_RECORD can repeat a text for.
inline constexpr int max_record_members = 64;

constexpr int count_names(std::string_view text) {
  int commas = 0;
  for (char const c : text) commas += c == ',' ? 1 : 0;
  return text.empty() ? 0 : commas + 1;
}

template <std::size_t N>
constexpr std::array<std::string_view, N> split_names(std::string_view text) {
  std::array<std::string_view, N> name{};
  for (std::size_t k = 0; k < N; ++k) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    std::size_t const end = text.find_first_of(" ,");
    name[k] = text.substr(0, end);
    std::size_t const comma = text.find(',');
    text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
  }
  return name;
}

template <std::size_t N>
constexpr bool are_distinct(std::array<std::string_view, N> const& name) {
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t k = i + 1; k < N; ++k)
      if (name[i] == name[k]) return false;
  return true;
}

}  // namespace isomer::detail
