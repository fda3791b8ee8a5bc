// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/in_place_features.hpp"

#include "index/value_named.hpp"

namespace isomer::detail {
namespace {

constexpr std::array<char const*, in_place_feature_count> feature_names{
    "call",       "items",         "estimate",         "bytes",         "far_bytes",
    "words",      "runs",          "misaligned_bytes", "strided_bytes", "odd_words",
    "lone_bytes", "spilled_bytes", "far_item_bytes",   "strip_bytes"};

}  // namespace

std::optional<std::size_t> decomposition_named(std::string_view name) {
  return value_named<std::size_t>(decomposition_names, name);
}

char const* name_of(InPlaceFeature feature) {
  return feature_names[static_cast<std::size_t>(feature)];
}

std::optional<InPlaceFeature> in_place_feature_named(std::string_view name) {
  return value_named<InPlaceFeature>(feature_names, name);
}

}  // namespace isomer::detail
