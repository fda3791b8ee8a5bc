// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/words.hpp"

#include <algorithm>

namespace isomer::detail {
namespace {

/// The name in quotes that `text` begins with, taken off it.
std::string take_quoted(std::string_view& text) {
  std::string name;
  std::size_t at = 1;
  for (; at < text.size(); ++at) {
    if (text[at] == '"' && text.substr(at, 2) != R"("")") break;
    if (text[at] == '"') ++at;
    name += text[at];
  }
  text.remove_prefix(std::min(at + 1, text.size()));
  return name;
}

std::string take_plain(std::string_view& text) {
  std::size_t const end = std::min(text.find_first_of(" \t\n,"), text.size());
  std::string word(text.substr(0, end));
  text.remove_prefix(end);
  return word;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  std::size_t const begin = std::min(text.find_first_not_of(blanks), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::size_t find_mark(std::string_view text, char mark) {
  bool is_quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '"') is_quoted = !is_quoted;
    else if (text[k] == mark && !is_quoted) return k;
  }
  return std::string_view::npos;
}

std::vector<TextWord> words_of(std::string_view text) {
  std::vector<TextWord> words;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    bool const is_quoted = text.front() == '"';
    if (text.front() == ',') text.remove_prefix(1);
    else words.push_back({is_quoted ? take_quoted(text) : take_plain(text), is_quoted});
  }
  return words;
}

}  // namespace isomer::detail
