// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/in_place_features.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace isomer::detail {
namespace {

TEST(InPlaceFeatures, AreFoundByTheirNamesWhichAllDiffer) {
  std::set<std::string> names;
  for (std::size_t k = 0; k < in_place_feature_count; ++k) {
    auto const feature = static_cast<InPlaceFeature>(k);
    EXPECT_EQ(in_place_feature_named(name_of(feature)), feature);
    names.insert(name_of(feature));
  }
  EXPECT_EQ(names.size(), in_place_feature_count);
  EXPECT_EQ(in_place_feature_named("luck"), std::nullopt);
}

TEST(DecompositionNames, AreFoundAtTheirPlaces) {
  for (std::size_t k = 0; k < decomposition_count; ++k)
    EXPECT_EQ(decomposition_named(decomposition_names[k]), k);
  EXPECT_EQ(decomposition_named(""), std::nullopt);
  EXPECT_EQ(decomposition_named("copy"), std::nullopt);
}

}  // namespace
}  // namespace isomer::detail
