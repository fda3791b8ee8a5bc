// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "cost/candidate.hpp"
#include "cost/setting.hpp"

namespace isomer::detail {

/// What the time of a move is linear in (TTLG, section V, for a processor with caches). All but
/// the first two are the share of one thread. To add one: a name here, its text in features.cpp,
/// the line that counts it, and a new calibration.
enum class Feature : std::uint8_t {
  call,               ///< 1
  launch,             ///< 1 where a kernel is enqueued, 0 where the calling thread does the work
  bytes,              ///< of the array: read once and written once
  far_bytes,          ///< those that do not fit the first-level cache, of both arrays together
  tiles,              ///< tiles, runs or lines of words: whatever is set up one by one
  blocks,             ///< register transpositions
  instructions,       ///< that these take, about: more for those smaller than the registers
  input_pieces,       ///< contiguous pieces of the source that are read apart
  input_lines,        ///< cache lines that these touch
  input_pages,        ///< pages that these touch, tile by tile
  followed_pieces,    ///< input pieces that are not asked for ahead
  followed_lines,     ///< input lines of these
  conflicting_lines,  ///< input lines of tiles whose rows do not fit side by side into the cache
  thrashing_lines,    ///< those of blocks whose rows drive each other out of the first-level cache
  output_runs,        ///< contiguous pieces of the destination that are written apart
  part_lines,         ///< lines these fill in part, completed when they have left the cache
  near_part_lines,    ///< the same, completed soon
  carried_lines,      ///< carried over from tile to tile and written whole
  clashing_lines,     ///< written one by one at distances of large powers of two
  early_part_lines,   ///< of all these, up to one in eight lines: the first stall stores most
  first_part_lines,   ///< up to one in 32
  output_pages,       ///< pages these touch, tile by tile
  output_page_walks,  ///< those whose translation is forgotten until they are touched again
  staged_bytes,       ///< that pass through a buffer
  woven_bytes,        ///< counted instead where blocks weave (tile/host/woven.inl)
  slanted_bytes,      ///< of slanted tiles (tile/host/skewed.inl)
  spilled_bytes,      ///< staged or woven ones where one buffer alone fills the first-level cache
  crowded_bytes,      ///< the same as far as buffers and source fill the second-level cache
  scaled_words        ///< multiplied and added
};
inline constexpr std::size_t feature_count = 29;

/// A value for each Feature.
using Features = std::array<double, feature_count>;

inline double& value_of(Features& features, Feature feature) {
  return features[static_cast<std::size_t>(feature)];
}
inline double value_of(Features const& features, Feature feature) {
  return features[static_cast<std::size_t>(feature)];
}

char const* name_of(Feature feature);
std::optional<Feature> feature_named(std::string_view name);

inline constexpr std::size_t reach_count = 2;

char const* name_of(Reach reach);
std::optional<Reach> reach_named(std::string_view name);
Reach reach_of(Problem const& normal, Setting const& setting);
/// Whether arrays that the second-level caches do not hold may be in the third-level one all the
/// same: as long as they leave it a quarter, for others use it too.
bool may_be_cached(Problem const& normal, Setting const& setting);

/// The schema whose row of the model a candidate's time is of. The rows of the orthogonal schemas
/// are fitted to tiles whose runs share an axis, and to those whose runs do not, however they move.
Schema row_of(Problem const& normal, Candidate const& candidate);

/// Threads that a candidate keeps busy: small problems and those in few pieces use fewer.
int threads_in_effect(Problem const& normal, Candidate const& candidate, Setting const& setting);

Features features_of(Problem const& normal, Candidate const& candidate, Setting const& setting);

}  // namespace isomer::detail
