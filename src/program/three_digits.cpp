// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/three_digits.hpp"

#include <cstdio>

namespace isomer::program {

std::string three_digits(double value) {
  int const digits = value >= 100 || value <= 0 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

}  // namespace isomer::program
