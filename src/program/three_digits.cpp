// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/three_digits.hpp"

#include <cstdio>

namespace isomer::program {

std::string three_digits(double value) {
  char text[64];
  std::snprintf(text, sizeof text, value >= 100 ? "%.0f" : "%.3g", value);
  return text;
}

}  // namespace isomer::program
