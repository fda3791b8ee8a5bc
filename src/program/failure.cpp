// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/failure.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <system_error>
#include <utility>

#include "problem/utf8.hpp"

namespace isomer::program {
namespace {

/// Of ASCII, U+0080 to U+009F, or a lone byte of such a code.
bool is_control(std::string_view character) {
  bool const is_two_bytes = character.size() == 2 && character[0] == '\xc2';
  if (character.size() > 1 && !is_two_bytes) return false;
  auto const code = static_cast<unsigned char>(character.back());
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

}  // namespace

Failure system_failure(std::string const& path, std::string const& what, int errno_value) {
  auto const reason = std::generic_category().message(errno_value);
  return Failure(path + ": " + (what.empty() ? "" : what + ": ") + reason);
}

std::string one_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    auto const character = text.substr(0, std::max<std::size_t>(1, detail::character_bytes(text)));
    line += is_control(character) ? "?" : character;
    text.remove_prefix(character.size());
  }
  return line;
}

/// Whole words only: files may be called so, too.
std::string as_typed(std::string text) {
  using Names = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Names, 4> options{{{"options.memory ", "--memory "},
                                          {"options.spare ", "--spare "},
                                          {"options.way ", "--way "},
                                          {"options.keep_inode ", "--keep-inode "}}};
  for (auto const& [of_library, of_program] : options)
    for (std::size_t at = 0; (at = text.find(of_library, at)) != std::string::npos;
         at += of_program.size())
      if (at == 0 || text[at - 1] == ' ') text.replace(at, of_library.size(), of_program);
  return text;
}

std::string without_function(std::string const& what) {
  auto const colon = what.find(": ");
  return as_typed(colon == std::string::npos ? what : what.substr(colon + 2));
}

}  // namespace isomer::program
