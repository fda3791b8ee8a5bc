// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/commands/caches.hpp"

#include <fstream>

namespace isomer::program {
namespace {

std::string word_in(std::string const& path) {
  std::ifstream file(path);
  std::string word;
  file >> word;
  return word;
}

}  // namespace

std::vector<std::string> cache_texts(std::string const& directory) {
  std::vector<std::string> texts;
  for (int k = 0;; ++k) {
    auto const cache = directory + "/index" + std::to_string(k) + "/";
    auto const level = word_in(cache + "level");
    if (level.empty()) return texts;
    auto const type = word_in(cache + "type");
    if (type == "Instruction") continue;
    texts.push_back("L" + level + (type == "Data" ? " data " : " ") + word_in(cache + "size"));
  }
}

}  // namespace isomer::program
