// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

namespace isomer::detail {

/// The enumerator (or index) that a list names so, in the order of its values.
template <class Value, class Names>
std::optional<Value> value_named(Names const& names, std::string_view name) {
  auto const found = std::find(std::begin(names), std::end(names), name);
  if (found == std::end(names)) return std::nullopt;
  return static_cast<Value>(found - std::begin(names));
}

}  // namespace isomer::detail
