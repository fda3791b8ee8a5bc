// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tile/host/job.hpp"
#include "tile/isa.hpp"
#include "tiling/gathered_vectors.hpp"

namespace isomer::detail {

/// Gathered vectors as kernels see them.
class GatherTables {
 public:
  /// For words of a size, in vectors of these isa.
  void add(std::vector<GatheredVector> const& vectors, std::int64_t word, tile::Isa const& isa);

  /// All that were added, in this order; null if none was. It points into the tables.
  tile::VectorGather const* view();

 private:
  std::vector<tile::VectorGather> gathers_;
  std::vector<tile::Offset> source_;
  std::vector<unsigned> from_;
  std::vector<char> index_;
  std::vector<std::size_t> index_end_;
};

}  // namespace isomer::detail
