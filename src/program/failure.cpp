// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/failure.hpp"

#include <system_error>

namespace isomer::program {

Failure system_failure(std::string const& path, std::string const& what, int errno_value) {
  auto const reason = std::generic_category().message(errno_value);
  return Failure(path + ": " + (what.empty() ? "" : what + ": ") + reason);
}

std::string one_line(std::string text) {
  for (char& c : text) {
    auto const byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) c = '?';
  }
  return text;
}

std::string without_function(std::string const& what) {
  auto const colon = what.find(": ");
  return colon == std::string::npos ? what : what.substr(colon + 2);
}

}  // namespace isomer::program
