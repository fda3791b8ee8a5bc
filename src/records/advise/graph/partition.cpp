// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/graph/partition.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace isomer::records {
namespace {

struct Edge {
  std::int64_t bytes;
  std::size_t a;
  std::size_t b;
};

/// Those that are not infinite, the shortest first.
std::vector<Edge> edges_of(Distances const& distance) {
  std::vector<Edge> edges;
  for (std::size_t a = 0; a < distance.members(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (distance.at(a, b) != Distances::infinite) edges.push_back({distance.at(a, b), a, b});
  std::sort(edges.begin(), edges.end(), [](Edge const& x, Edge const& y) {
    return std::tie(x.bytes, x.a, x.b) < std::tie(y.bytes, y.a, y.b);
  });
  return edges;
}

/// Sets of members: union-find, where the first member of each set stands for it.
class Sets {
 public:
  explicit Sets(std::size_t members) : parent_(members) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  /// False if they were in one set before.
  bool unite(std::size_t a, std::size_t b) {
    auto const [first, second] = std::minmax({root_of(a), root_of(b)});
    parent_[second] = first;
    return first != second;
  }

  Partition clusters() {
    Partition cluster(parent_.size());
    std::int32_t count = 0;
    for (std::size_t m = 0; m < parent_.size(); ++m)
      cluster[m] = parent_[m] == m ? count++ : cluster[root_of(m)];
    return cluster;
  }

 private:
  std::size_t root_of(std::size_t member) {
    for (; parent_[member] != member; member = parent_[member])
      parent_[member] = parent_[parent_[member]];
    return member;
  }

  std::vector<std::size_t> parent_;
};

}  // namespace

Partition partition(Distances const& distance, std::int64_t epsilon) {
  Sets sets(distance.members());
  for (Edge const& edge : edges_of(distance)) {
    if (edge.bytes >= epsilon) break;
    sets.unite(edge.a, edge.b);
  }
  return sets.clusters();
}

std::vector<Partition> cuts(Distances const& distance) {
  Sets sets(distance.members());
  std::vector<Partition> all{sets.clusters()};
  std::vector<Edge> const edges = edges_of(distance);
  for (auto edge = edges.begin(); edge != edges.end();) {
    std::int64_t const bytes = edge->bytes;
    bool has_changed = false;
    for (; edge != edges.end() && edge->bytes == bytes; ++edge)
      has_changed = sets.unite(edge->a, edge->b) || has_changed;
    if (has_changed) all.push_back(sets.clusters());
  }
  return all;
}

}  // namespace isomer::records
