// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/candidates.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace isomer::records {

namespace {

/// The members of a cluster, or of none.
using Members = std::vector<std::size_t>;

std::vector<Members> clusters_of(Partition const& partition) {
  std::vector<Members> clusters;
  for (std::size_t m = 0; m < partition.size(); ++m) {
    auto const cluster = static_cast<std::size_t>(partition[m]);
    if (cluster >= clusters.size()) clusters.resize(cluster + 1);
    clusters[cluster].push_back(m);
  }
  return clusters;
}

Arrangement plain(std::int64_t tile) {
  if (tile == 0) return SoA{};
  if (tile == 1) return AoS{};
  return tiled(tile);
}

std::vector<std::string> names_of(DynamicRecord const& record, Members const& members) {
  std::vector<std::string> names;
  for (std::size_t const m : members) names.push_back(record.names()[m]);
  return names;
}

/// A cluster in tiles, all other members anyhow.
Arrangement with_rest(DynamicRecord const& record, Members const& members, std::int64_t tile) {
  if (members.size() == record.names().size()) return plain(tile);
  return Arrangement(std::vector<Arrangement::Cluster>{{names_of(record, members), tile}, {{}, 0}});
}

/// The best tile of each cluster, found once.
class TileOfCluster {
 public:
  TileOfCluster(CandidateSource const& source, Pricer const& pricer)
      : source_(source), pricer_(pricer) {}

  std::int64_t operator()(Members const& members) {
    auto const [at, is_new] = found_.try_emplace(members, 0);
    if (is_new && members.size() > 1) at->second = best(members);
    return at->second;
  }

 private:
  std::int64_t best(Members const& members) const {
    auto const& record = source_.problem.record;
    std::vector<bool> counts;
    for (detail::LeafShape const& leaf : record.leaves())
      counts.push_back(std::find(members.begin(), members.end(),
                                 static_cast<std::size_t>(leaf.member)) != members.end());
    std::int64_t best_tile = 0;
    double least = std::numeric_limits<double>::max();
    for (std::int64_t const tile : tiles(members)) {
      double const seconds = pricer_.memory_seconds(with_rest(record, members, tile), counts);
      if (seconds >= least) continue;
      least = seconds;
      best_tile = tile;
    }
    return best_tile;
  }

  /// The tree's comes first, and stays where memory makes no difference.
  std::vector<std::int64_t> tiles(Members const& members) const {
    std::int64_t const named = source_.tree.tile_for(
        features_of(source_.problem, source_.distances, members, source_.l2_bytes));
    std::vector<std::int64_t> tiles{named, 0, 1};
    if (named > 2) tiles.push_back(named / 2);
    if (named > 1 && named < 32768) tiles.push_back(2 * named);
    return tiles;
  }

  CandidateSource const& source_;
  Pricer const& pricer_;
  std::map<Members, std::int64_t> found_;
};

}  // namespace

std::vector<Arrangement> candidates(CandidateSource const& source, Pricer const& pricer) {
  auto const& record = source.problem.record;
  std::vector<Arrangement> all{AoS{}, SoA{}};
  for (std::int64_t tile = 2; tile <= 32768; tile *= 2) all.push_back(tiled(tile));
  TileOfCluster tile_of(source, pricer);
  for (Partition const& partition : source.partitions) {
    auto const clusters = clusters_of(partition);
    if (clusters.size() < 2) continue;
    std::vector<Arrangement::Cluster> parts;
    std::size_t named = 0;
    for (Members const& members : clusters) {
      std::int64_t const tile = tile_of(members);
      if (tile == 0) continue;
      parts.push_back({names_of(record, members), tile});
      named += members.size();
    }
    if (parts.empty()) continue;  // SoA
    if (named < record.names().size()) parts.push_back({{}, 0});
    Arrangement made{std::move(parts)};
    if (std::find(all.begin(), all.end(), made) == all.end()) all.push_back(std::move(made));
  }
  return all;
}

}  // namespace isomer::records
