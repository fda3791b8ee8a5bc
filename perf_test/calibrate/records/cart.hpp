// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "records/advise/tree/tree.hpp"

namespace isomer::perf {

/// A kernel that was measured: what the tree may ask of it, and which classes are as fast as the
/// best.
struct TilePattern {
  records::ClusterFeatures features;
  std::uint32_t good = 0;  ///< bit c: class c

  bool is_good(int tile_class) const { return (good >> tile_class & 1U) != 0; }
};

struct GrowOptions {
  /// Of cluster_features, those that may be asked.
  std::vector<int> asked;
  /// No branch is for fewer patterns.
  std::size_t least_patterns = 10;
};

/// All of them may be asked.
GrowOptions all_features();

/// A tree for the patterns: questions by the gain ratio, as C4.5 chooses them (Quinlan 1993), and
/// only among those that gain at least as much as the best of the features do on average. The
/// weight of a pattern is shared by its good classes; an answer is the class that is good for most.
records::TileTree grow(std::vector<TilePattern> const& patterns, GrowOptions const& options);

/// Reduced-error pruning (Quinlan 1987): from the leaves up, a question is replaced by its most
/// frequent answer in `train` where that is no worse for the patterns of `held_out`.
records::TileTree prune(records::TileTree const& tree, std::vector<TilePattern> const& train,
                        std::vector<TilePattern> const& held_out);

/// The share of the patterns for which the tree answers a class that is not good.
double error_of(records::TileTree const& tree, std::vector<TilePattern> const& patterns);

}  // namespace isomer::perf
