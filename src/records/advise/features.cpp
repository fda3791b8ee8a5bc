// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/features.hpp"

#include <algorithm>
#include <cmath>

#include "cost/real.hpp"
#include "records/advise/watch/beginning.hpp"

namespace isomer::records {

using detail::Access;
using detail::AdviceProblem;
using detail::ItemTrace;
using detail::KernelTrace;
using detail::real;

namespace {

/// The accesses of a kernel to some leaves, counted.
struct AccessCounts {
  double accesses = 0;
  double writes = 0;
  double own = 0;      ///< of the item's own record
  double next = 0;     ///< of the record behind the one that was accessed before
  double records = 0;  ///< an item
  std::vector<bool> used;

  Pattern pattern() const {
    if (2 * own > accesses) return Pattern::home;
    return 2 * next > records ? Pattern::sweep : Pattern::gather;
  }
};

/// Of the first items.
AccessCounts counts_of(KernelTrace const& kernel, std::vector<bool> const& in_cluster) {
  auto const items = beginning_of(kernel);
  AccessCounts counts;
  counts.used.resize(in_cluster.size());
  double records = 0;
  double next = 0;
  for (ItemTrace const& item : items) {
    std::int64_t last = -1;
    for (Access const& access : item.access) {
      auto const leaf = static_cast<std::size_t>(access.leaf);
      if (!in_cluster[leaf]) continue;
      ++counts.accesses;
      counts.writes += access.is_write ? 1 : 0;
      counts.own += access.record == item.item ? 1 : 0;
      counts.used[leaf] = true;
      if (access.record == last) continue;
      ++records;
      next += access.record == last + 1 ? 1 : 0;
      last = access.record;
    }
  }
  double const count = std::max(1.0, real(static_cast<std::int64_t>(items.size())));
  counts.records = records / count;
  counts.next = next / count;
  return counts;
}

double log2_of(double value) { return value > 1 ? std::log2(value) : 0; }

double largest_distance(Distances const& distances, std::vector<std::size_t> const& members) {
  std::int64_t largest = 0;
  for (std::size_t const a : members)
    for (std::size_t const b : members)
      if (distances.at(a, b) != Distances::infinite)
        largest = std::max(largest, distances.at(a, b));
  return real(largest);
}

}  // namespace

ClusterFeatures features_of(AdviceProblem const& problem, std::vector<Distances> const& distances,
                            std::vector<std::size_t> const& members, std::int64_t l2_bytes) {
  auto const& leaves = problem.record.leaves();
  std::vector<bool> in_cluster(leaves.size());
  ClusterFeatures features;
  for (std::size_t l = 0; l < leaves.size(); ++l) {
    in_cluster[l] = std::find(members.begin(), members.end(),
                              static_cast<std::size_t>(leaves[l].member)) != members.end();
    features.bytes += in_cluster[l] ? leaves[l].bytes : 0;
    features.leaves += in_cluster[l] ? 1 : 0;
  }
  AccessCounts most;
  std::size_t of = 0;
  double weight = -1;
  for (std::size_t k = 0; k < problem.kernel.size(); ++k) {
    AccessCounts counts = counts_of(problem.kernel[k], in_cluster);
    double const here = counts.accesses * real(problem.kernel[k].calls);
    if (here <= weight) continue;
    weight = here;
    most = std::move(counts);
    of = k;
  }
  double used = 0;
  for (std::size_t l = 0; l < leaves.size(); ++l) used += most.used[l] ? leaves[l].bytes : 0;
  features.used_share = used / features.bytes;
  features.pattern = static_cast<double>(most.pattern());
  features.log2_delta = log2_of(largest_distance(distances[of], members));
  features.log2_loop = log2_of(most.records);
  features.write_share = most.accesses > 0 ? most.writes / most.accesses : 0;
  features.log2_l2_filled =
      std::log2(std::max(1e-6, real(problem.count) * features.bytes / real(l2_bytes)));
  return features;
}

}  // namespace isomer::records
