// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "element_type.hpp"

#include <array>

namespace isomer::perf {

namespace {

struct Entry {
  ElementType type;
  char const* name;
  std::int64_t bytes;
};

// In the order of the enum.
constexpr std::array<Entry, 8> entries{{{ElementType::u8, "u8", 1},
                                        {ElementType::u16, "u16", 2},
                                        {ElementType::u32, "u32", 4},
                                        {ElementType::u64, "u64", 8},
                                        {ElementType::f32, "f32", 4},
                                        {ElementType::f64, "f64", 8},
                                        {ElementType::c64, "c64", 8},
                                        {ElementType::c128, "c128", 16}}};

}  // namespace

std::optional<ElementType> parse_element_type(std::string_view name) {
  for (auto const& entry : entries)
    if (name == entry.name) return entry.type;
  return std::nullopt;
}

std::string name_of(ElementType type) { return entries[static_cast<std::size_t>(type)].name; }

std::int64_t bytes_of(ElementType type) { return entries[static_cast<std::size_t>(type)].bytes; }

std::string element_type_names() {
  std::string names;
  for (auto const& entry : entries) {
    if (!names.empty()) names += '|';
    names += entry.name;
  }
  return names;
}

}  // namespace isomer::perf
