// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model/in_place_features.hpp"

#include <algorithm>

namespace isomer::detail {
namespace {

constexpr std::array<char const*, in_place_feature_count> feature_names{
    "call",       "items",         "estimate",         "bytes",         "far_bytes",
    "words",      "runs",          "misaligned_bytes", "strided_bytes", "odd_words",
    "lone_bytes", "spilled_bytes", "far_item_bytes",   "strip_bytes"};

template <class Names>
std::optional<std::size_t> place_of(Names const& names, std::string_view name) {
  auto const* const found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace

std::optional<std::size_t> decomposition_named(std::string_view name) {
  return place_of(decomposition_names, name);
}

char const* name_of(InPlaceFeature feature) {
  return feature_names[static_cast<std::size_t>(feature)];
}

std::optional<InPlaceFeature> in_place_feature_named(std::string_view name) {
  auto const place = place_of(feature_names, name);
  if (!place) return std::nullopt;
  return static_cast<InPlaceFeature>(*place);
}

}  // namespace isomer::detail
