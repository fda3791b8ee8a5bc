// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <fstream>
#include <sstream>
#include <string>

namespace isomer::test {

/// A whole file, in blocks: character by character it takes ten times as long.
inline std::string content_of(std::string const& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

}  // namespace isomer::test
