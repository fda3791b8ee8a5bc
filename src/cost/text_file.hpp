// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <variant>

#include "cost/model_file.hpp"

namespace isomer::detail {

/// The whole file, or what is wrong with it. Of a file with more than `most` bytes, one more.
inline std::variant<std::string, ModelFileError> read_text(char const* path, std::size_t most) {
  std::FILE* const file = std::fopen(path, "rb");
  if (file == nullptr) return ModelFileError{"cannot be opened"};
  std::string text(most + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  bool const failed = std::ferror(file) != 0;
  std::fclose(file);
  if (failed) return ModelFileError{"cannot be read"};
  return text;
}

}  // namespace isomer::detail
