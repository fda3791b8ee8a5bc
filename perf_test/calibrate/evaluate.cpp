// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/evaluate.hpp"

#include <array>
#include <cstdio>

namespace isomer::perf {

namespace {

std::string percent(double ratio) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%5.1f %%", 100 * ratio);
  return text.data();
}

}  // namespace

std::string errors_text(Errors const& errors) {
  if (errors.count == 0) return "     -        -   ";
  return percent(errors.median) + " " + percent(errors.ninety) + "  ";
}

std::string choices_text(Choices const& choices) {
  if (choices.all == 0) return "no problem had a choice";
  return percent(static_cast<double>(choices.good) / static_cast<double>(choices.all)) + " of " +
         std::to_string(choices.all);
}

}  // namespace isomer::perf
