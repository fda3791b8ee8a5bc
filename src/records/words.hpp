// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Text that users write: words, and names in quotes.
namespace isomer::detail {

constexpr std::string_view blanks = " \t\n";

std::string_view trimmed(std::string_view text);
/// The first `mark` that is in no quotes.
std::size_t find_mark(std::string_view text, char mark);

struct TextWord {
  std::string text;
  bool is_quoted = false;
};
/// The words between blanks and commas. Of names in quotes two quotes within are one.
std::vector<TextWord> words_of(std::string_view text);

}  // namespace isomer::detail
