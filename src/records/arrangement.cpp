// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/error.hpp>
#include <isomer/records/arrangement.hpp>

#include "records/joined.hpp"
#include "records/parse.hpp"

namespace isomer {
namespace {

std::string name_of(std::int64_t tile) {
  if (tile == 0) return "soa";
  if (tile == 1) return "aos";
  return "tiled " + std::to_string(tile);
}

std::string name_of(Arrangement::Cluster const& cluster) {
  if (cluster.names.empty()) return "rest: " + name_of(cluster.tile);
  // A single member of that name is not all that no cluster names.
  if (cluster.names == std::vector<std::string>{"rest"})
    return "\"rest\": " + name_of(cluster.tile);
  std::vector<std::string> names;
  for (std::string const& name : cluster.names) names.push_back(detail::name_in_text(name));
  return detail::joined(names) + ": " + name_of(cluster.tile);
}

}  // namespace

Arrangement::Arrangement(std::vector<Cluster> clusters) : clusters_(std::move(clusters)) {
  if (clusters_.empty()) throw Error("isomer::Arrangement: clusters must have a cluster");
  int rests = 0;
  for (Cluster const& cluster : clusters_) {
    rests += cluster.names.empty() ? 1 : 0;
    if (cluster.tile < 0 || cluster.tile > 1)
      detail::require_tile("isomer::Arrangement", cluster.tile);
  }
  if (rests > 1) throw Error("isomer::Arrangement: there is more than one rest, one takes all");
}

std::string Arrangement::name() const {
  if (clusters_.empty()) return (is_declared_ ? "declared " : "") + name_of(tile_);
  std::string text;
  for (Cluster const& cluster : clusters_) {
    if (!text.empty()) text += "; ";
    text += name_of(cluster);
  }
  return "clusters(" + text + ')';
}

Arrangement tiled(std::int64_t records) {
  detail::require_tile("isomer::tiled", records);
  Arrangement arrangement{SoA{}};
  arrangement.tile_ = records;
  return arrangement;
}

Arrangement declared_tiled(std::int64_t records) {
  detail::require_tile("isomer::declared_tiled", records);
  Arrangement arrangement = tiled(records);
  arrangement.is_declared_ = true;
  return arrangement;
}

}  // namespace isomer
