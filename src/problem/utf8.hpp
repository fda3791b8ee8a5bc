// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string_view>

namespace isomer::detail {

/// Bytes of the character of UTF-8 that `text` begins with; 0 if it begins with none. Here whole,
/// for the parts of the program that go without the library.
inline std::size_t character_bytes(std::string_view text) {
  auto const byte = [&](std::size_t k) {
    return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U;
  };
  if (text.empty()) return 0;
  auto const first = byte(0);
  std::size_t const bytes = first < 0x80                    ? 1
                            : first >= 0xc2 && first < 0xe0 ? 2
                            : first >= 0xe0 && first < 0xf0 ? 3
                            : first >= 0xf0 && first < 0xf5 ? 4
                                                            : 0;
  for (std::size_t k = 1; k < bytes; ++k)
    if ((byte(k) & 0xc0U) != 0x80U) return 0;
  auto const second = byte(1);
  bool const is_too_long = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  bool const is_no_character =
      (first == 0xed && second >= 0xa0) || (first == 0xf4 && second >= 0x90);
  return is_too_long || is_no_character ? 0 : bytes;
}

}  // namespace isomer::detail
