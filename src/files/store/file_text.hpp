// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "files/store/store.hpp"

namespace isomer::files {

/// A few bytes of a file as text, and back.
inline std::string text_at(StoreFile& file, std::uint64_t at, std::uint64_t bytes) {
  std::string text(static_cast<std::size_t>(bytes), '\0');
  file.read(at, std::as_writable_bytes(std::span(text)));
  return text;
}

inline void write_text(StoreFile& file, std::uint64_t at, std::string const& text) {
  if (!text.empty()) file.write(at, std::as_bytes(std::span(text)));
}

}  // namespace isomer::files
