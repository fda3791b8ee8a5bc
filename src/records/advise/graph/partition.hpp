// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "records/advise/graph/distance.hpp"

namespace isomer::records {

/// The cluster of each member, numbered in the order of their first members.
using Partition = std::vector<std::int32_t>;

/// The members in clusters: two are together if a path of distances below `epsilon` joins them
/// (Kofler, Cosenza and Fahringer 2015, by Kruskal's algorithm).
Partition partition(Distances const& distance, std::int64_t epsilon);

/// All different partitions that any epsilon gives, from all members alone to as few clusters as
/// finite distances join: the cuts of Kruskal's dendrogram.
std::vector<Partition> cuts(Distances const& distance);

}  // namespace isomer::records
