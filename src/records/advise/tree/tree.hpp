// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace isomer::records {

/// Which records an item accesses.
enum class Pattern : std::uint8_t {
  home,   ///< its own
  sweep,  ///< one after the other, in a loop
  gather  ///< others, here and there
};

/// What the tree may ask about a cluster of members and the kernel that uses it.
struct ClusterFeatures {
  double bytes = 0;           ///< of the cluster, a record: sigma in Kofler et al.
  double leaves = 0;          ///< of the cluster
  double used_share = 1;      ///< of its bytes
  double pattern = 0;         ///< a Pattern
  double log2_delta = 0;      ///< of the largest distance of two used members; 0 where there is one
  double log2_loop = 0;       ///< of the records of the cluster that an item accesses
  double write_share = 0;     ///< of the accesses
  double log2_l2_filled = 0;  ///< of records times bytes over a core's second-level cache

  friend bool operator==(ClusterFeatures const&, ClusterFeatures const&) = default;
};

struct ClusterFeature {
  char const* name;
  double ClusterFeatures::*value;
};

/// The features by name, as tree files have them.
inline constexpr std::array<ClusterFeature, 8> cluster_features{
    {{"bytes", &ClusterFeatures::bytes},
     {"leaves", &ClusterFeatures::leaves},
     {"used_share", &ClusterFeatures::used_share},
     {"pattern", &ClusterFeatures::pattern},
     {"log2_delta", &ClusterFeatures::log2_delta},
     {"log2_loop", &ClusterFeatures::log2_loop},
     {"write_share", &ClusterFeatures::write_share},
     {"log2_l2_filled", &ClusterFeatures::log2_l2_filled}}};
static_assert(sizeof(ClusterFeatures) == cluster_features.size() * sizeof(double));

/// The classes of the tree: 0 for SoA, 1 for AoS, then tiles of 2 to 32768 records.
inline constexpr int tile_classes = 17;

/// The records of a tile of a class, as `Arrangement::tile` counts them.
constexpr std::int64_t tile_of_class(int tile_class) {
  return tile_class == 0 ? 0 : std::int64_t{1} << (tile_class - 1);
}

/// Select-Tilesize of Kofler, Cosenza and Fahringer 2015: a decision tree from features to the
/// arrangement of a cluster.
struct TileTree {
  /// A question, or an answer. The nodes of a branch stand one after the other, its root first and
  /// then the branch where the feature is below the threshold.
  struct Node {
    int feature = answer;       ///< of cluster_features, or `answer`
    double threshold = 0;       ///< of a question
    std::size_t not_below = 0;  ///< the node to go to if the feature is not below
    int tile_class = 0;         ///< of an answer

    friend bool operator==(Node const&, Node const&) = default;
  };
  static constexpr int answer = -1;

  std::string trained_on;  ///< a processor, in words
  std::vector<Node> node;

  int class_for(ClusterFeatures const& features) const {
    std::size_t at = 0;
    while (node[at].feature != answer) {
      auto const value = cluster_features[static_cast<std::size_t>(node[at].feature)].value;
      at = features.*value < node[at].threshold ? at + 1 : node[at].not_below;
    }
    return node[at].tile_class;
  }
  /// 0 for SoA, 1 for AoS, else the records of a tile.
  std::int64_t tile_for(ClusterFeatures const& features) const {
    return tile_of_class(class_for(features));
  }

  friend bool operator==(TileTree const&, TileTree const&) = default;
};

}  // namespace isomer::records
