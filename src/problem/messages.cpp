// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem/messages.hpp"

#include <array>
#include <cstddef>
#include <cstdio>

namespace isomer::detail {

std::string named(char const* argument, ViewInfo const& view) {
  return named(argument, view.label != nullptr ? view.label(view.view) : std::string{});
}

std::string named(char const* argument, std::string const& label) {
  if (label.empty()) return argument;
  return std::string(argument) + " \"" + label + '"';
}

std::string shape(std::int64_t const* extent, int rank) {
  if (rank == 0) return "(none)";
  std::string text;
  for (int k = 0; k < rank; ++k) {
    if (k > 0) text += 'x';
    text += std::to_string(extent[k]);
  }
  return text;
}

std::string described(Cast const& cast) {
  static constexpr std::array<char const*, 17> names{"bytes", "i8",   "u8",  "i16",  "u16", "i32",
                                                     "u32",   "i64",  "u64", "f32",  "f64", "f80",
                                                     "c64",   "c128", "f16", "bf16", "bool"};
  auto const name = [](Scalar scalar) {
    return std::string(names[static_cast<std::size_t>(scalar)]);
  };
  return "from " + name(cast.from) + " to " + name(cast.to);
}

std::string braced(Axes const& axes) {
  std::string text = "{";
  for (int const* axis = axes.begin(); axis != axes.end(); ++axis) {
    if (axis != axes.begin()) text += ", ";
    text += std::to_string(*axis);
  }
  if (axes.size() > axes.end() - axes.begin()) text += ", ..";
  return text + '}';
}

std::string bytes(double count) {
  static constexpr std::array<char const*, 5> unit{"bytes", "KiB", "MiB", "GiB", "TiB"};
  std::size_t k = 0;
  while (count >= 1024 && k + 1 < unit.size()) {
    count /= 1024;
    ++k;
  }
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%.4g %s", count, unit[k]);
  return text.data();
}

}  // namespace isomer::detail
