// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "records/advise/features.hpp"
#include "records/advise/price.hpp"

namespace isomer::records {

/// Where candidates come from.
struct CandidateSource {
  detail::AdviceProblem const& problem;
  std::vector<Partition> partitions;
  std::vector<Distances> distances;  ///< of each kernel
  TileTree const& tree;
  std::int64_t l2_bytes = 0;
};

/// Arrangements to be priced beside the offer: AoS, SoA, all tiles, and for each partition the
/// members in clusters, each cluster with the tile that memory serves best of the one that the
/// decision tree names, half and twice that, AoS and SoA.
std::vector<Arrangement> candidates(CandidateSource const& source, Pricer const& pricer);

}  // namespace isomer::records
