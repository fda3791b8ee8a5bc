// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/features.hpp"

#include <algorithm>

#include "cost/lines.hpp"
#include "cost/real.hpp"
#include "cost/tile_features.hpp"
#include "index/value_named.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "team/launch.hpp"
#include "tile/host/job.hpp"

namespace isomer::detail {
namespace {

constexpr std::array<char const*, feature_count> feature_names{"call",
                                                               "launch",
                                                               "bytes",
                                                               "far_bytes",
                                                               "tiles",
                                                               "blocks",
                                                               "instructions",
                                                               "input_pieces",
                                                               "input_lines",
                                                               "input_pages",
                                                               "followed_pieces",
                                                               "followed_lines",
                                                               "conflicting_lines",
                                                               "thrashing_lines",
                                                               "output_runs",
                                                               "part_lines",
                                                               "near_part_lines",
                                                               "carried_lines",
                                                               "clashing_lines",
                                                               "early_part_lines",
                                                               "first_part_lines",
                                                               "output_pages",
                                                               "output_page_walks",
                                                               "staged_bytes",
                                                               "woven_bytes",
                                                               "slanted_bytes",
                                                               "spilled_bytes",
                                                               "crowded_bytes",
                                                               "scaled_words"};
constexpr std::array<char const*, reach_count> reach_names{"memory", "cache"};

constexpr std::int64_t line = tile::line_bytes;
constexpr std::int64_t page = 4096;

/// Runs that go from source to destination one by one.
Features count_runs(Problem const& normal) {
  Features sum{};
  std::int64_t const word = normal.element_bytes;
  std::int64_t const run = normal.rank > 0 ? normal.axis[0].extent * word : word;
  std::int64_t src = normal.src_offset;
  std::int64_t dst = normal.dst_offset;
  double runs = 1;
  for (int k = 1; k < normal.rank; ++k) {
    Axis const& axis = normal.axis[static_cast<std::size_t>(k)];
    runs *= real(axis.extent);
    src |= axis.src_stride * word;
    dst |= axis.dst_stride * word;
  }
  value_of(sum, Feature::bytes) = runs * real(run);
  value_of(sum, Feature::tiles) = runs;
  value_of(sum, Feature::input_lines) = runs * lines_touched(run, alignment_of(src));
  value_of(sum, Feature::part_lines) = runs * lines_in_part(run, alignment_of(dst));
  return sum;
}

/// Words one by one along the output's fastest axis. A line of either side is used for as many
/// words as lie in it, unless a turn of that axis drives it out of the cache.
Features count_words(Problem const& normal, Machine const& machine) {
  Features sum{};
  std::int64_t const word = normal.element_bytes;
  Axis inner{1, 1, 1};
  if (normal.rank > 0) inner = normal.axis[static_cast<std::size_t>(output_order(normal)[0])];
  double const words = real(volume_bytes(normal) / word);
  auto const lines = [&](std::int64_t stride) {
    std::int64_t const step = std::clamp<std::int64_t>(stride * word, word, line);
    bool const is_kept = inner.extent * line < machine.l2_bytes / 2;
    return words * real(is_kept ? std::min(step, 2 * word) : step) / real(line);
  };
  value_of(sum, Feature::bytes) = words * real(word);
  value_of(sum, Feature::blocks) = words;
  auto const pages = [&](std::int64_t stride) {
    return words * real(std::min(page, stride * word)) / real(page);
  };
  double const turns = words / real(inner.extent);
  value_of(sum, Feature::tiles) = turns;
  // Each turn divides its number by all other extents.
  value_of(sum, Feature::output_runs) = turns * std::max(0, normal.rank - 1);
  value_of(sum, Feature::input_lines) = lines(inner.src_stride);
  value_of(sum, Feature::input_pages) = pages(inner.src_stride);
  value_of(sum, Feature::part_lines) = lines(inner.dst_stride);
  return sum;
}

Features count(Problem const& normal, Candidate const& candidate, Machine const& machine) {
  switch (candidate.schema) {
    case Schema::copy:
    case Schema::fvi_match_large: return count_runs(normal);
    case Schema::strided: return count_words(normal, machine);
    default: return tile_features(normal, candidate, machine);
  }
}

/// Pieces that threads share out among each other.
std::int64_t pieces_of(Problem const& normal, Candidate const& candidate) {
  switch (candidate.schema) {
    case Schema::copy:
    case Schema::fvi_match_large:
    case Schema::strided: return volume_bytes(normal) / bytes_per_thread;
    default: return tile_count(normal, candidate.tiling.slice);
  }
}

}  // namespace

char const* name_of(Feature feature) { return feature_names[static_cast<std::size_t>(feature)]; }
char const* name_of(Reach reach) { return reach_names[static_cast<std::size_t>(reach)]; }

std::optional<Feature> feature_named(std::string_view name) {
  return value_named<Feature>(feature_names, name);
}

std::optional<Reach> reach_named(std::string_view name) {
  return value_named<Reach>(reach_names, name);
}

Reach reach_of(Problem const& normal, Setting const& setting) {
  if (setting.reach) return *setting.reach;
  return 2 * volume_bytes(normal) < setting.machine.l2_bytes * setting.threads() ? Reach::cache
                                                                                 : Reach::memory;
}

bool may_be_cached(Problem const& normal, Setting const& setting) {
  return setting.machine.is_host() && normal.scalar == Scalar::none &&
         reach_of(normal, setting) == Reach::memory &&
         2 * volume_bytes(normal) <= setting.machine.l3_bytes / 4 * 3;
}

Schema row_of(Problem const& normal, Candidate const& candidate) {
  bool const is_orthogonal = candidate.schema == Schema::orthogonal_distinct ||
                             candidate.schema == Schema::orthogonal_arbitrary;
  if (!is_orthogonal) return candidate.schema;
  return runs_share_an_axis(normal, candidate.tiling.slice) ? Schema::orthogonal_arbitrary
                                                            : Schema::orthogonal_distinct;
}

int threads_in_effect(Problem const& normal, Candidate const& candidate, Setting const& setting) {
  std::int64_t const wanted = volume_bytes(normal) / bytes_per_thread;
  std::int64_t const most =
      std::min({std::int64_t{setting.threads()}, wanted, pieces_of(normal, candidate)});
  return static_cast<int>(std::max<std::int64_t>(1, most));
}

Features features_of(Problem const& normal, Candidate const& candidate, Setting const& setting) {
  Features features = count(normal, candidate, setting.machine);
  std::int64_t const bytes = volume_bytes(normal);
  if (normal.scalar != Scalar::none)
    value_of(features, Feature::scaled_words) = real(bytes / normal.element_bytes);
  double const threads = threads_in_effect(normal, candidate, setting);
  for (double& feature : features) feature /= threads;
  value_of(features, Feature::far_bytes) =
      std::max(0.0, value_of(features, Feature::bytes) - real(setting.machine.l1_bytes) / 2);
  value_of(features, Feature::call) = 1;
  value_of(features, Feature::launch) = bytes < launch_bytes ? 0 : 1;
  return features;
}

}  // namespace isomer::detail
