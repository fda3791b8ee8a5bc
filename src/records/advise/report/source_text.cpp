// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/report/source_text.hpp"

namespace isomer::records {
namespace {

std::string source_of(std::int64_t tile) {
  if (tile == 0) return "SoA";
  if (tile == 1) return "AoS";
  return "Tiled<" + std::to_string(tile) + '>';
}

std::string source_of(Arrangement::Cluster const& cluster) {
  if (cluster.names.empty()) return "Rest<" + source_of(cluster.tile) + '>';
  std::string text = "In<" + source_of(cluster.tile);
  for (std::string const& name : cluster.names) text += ", \"" + name + '"';
  return text + '>';
}

}  // namespace

std::string source_text(Arrangement const& arrangement) {
  if (arrangement.clusters().empty())
    return (arrangement.is_declared() ? "Declared" : "") + source_of(arrangement.tile());
  std::string text;
  for (auto const& cluster : arrangement.clusters()) {
    if (!text.empty()) text += ", ";
    text += source_of(cluster);
  }
  return "Clusters<" + text + '>';
}

}  // namespace isomer::records
