// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace isomer::detail {

/// The decompositions that steps of in-place plans are done by, each with coefficients of its own.
inline constexpr std::array<std::string_view, 9> decomposition_names{
    "square", "blocks", "skinny", "panel", "gcd_pass", "cut", "c2r", "r2c", "cycles"};
inline constexpr std::size_t decomposition_count = decomposition_names.size();

std::optional<std::size_t> decomposition_named(std::string_view name);

/// What the time of a step in place is linear in. All but the first two are the share of one
/// thread.
enum class InPlaceFeature : std::uint8_t {
  call,              ///< 1
  items,             ///< of the batch: most decompositions launch their kernels for each
  estimate,          ///< seconds that the decomposition counts for itself
  bytes,             ///< read once a pass
  far_bytes,         ///< of these, what the third-level cache does not hold
  words,             ///< chunks moved, those longer than a cache line counted line by line
  runs,              ///< contiguous pieces of the matrix as it is and as it becomes
  misaligned_bytes,  ///< in pieces that do not start on cache lines
  strided_bytes,     ///< in pieces a multiple of a page apart, which share places in the caches
  odd_words,         ///< words of a size that no register has
  lone_bytes,        ///< of items that are fewer than the threads
  spilled_bytes,     ///< what of an item the first-level cache does not hold
  far_item_bytes,    ///< and half of the second-level cache
  strip_bytes        ///< what juts out of the square of a matrix
};
inline constexpr std::size_t in_place_feature_count = 14;

/// A value for each InPlaceFeature.
using InPlaceFeatures = std::array<double, in_place_feature_count>;

inline double& value_of(InPlaceFeatures& features, InPlaceFeature feature) {
  return features[static_cast<std::size_t>(feature)];
}
inline double value_of(InPlaceFeatures const& features, InPlaceFeature feature) {
  return features[static_cast<std::size_t>(feature)];
}

char const* name_of(InPlaceFeature feature);
std::optional<InPlaceFeature> in_place_feature_named(std::string_view name);

}  // namespace isomer::detail
