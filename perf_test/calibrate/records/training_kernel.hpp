// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "random.hpp"
#include "records/advise/tree/tree.hpp"

namespace isomer::perf {

/// A loop over the records of one cluster, whose leaves all have the same size. It adds up the used
/// leaves of a record, and writes some of them.
struct TrainingKernel {
  records::Pattern pattern = records::Pattern::home;
  int leaf_bytes = 4;  ///< or 8
  int leaves = 1;
  int used = 1;              ///< a power of two
  int written = 0;           ///< none, half or all of those used
  bool is_in_two = false;    ///< an item uses half of them in one loop, the others in the next
  std::int64_t loop = 1;     ///< records that an item accesses
  std::int64_t records = 1;  ///< a power of two

  std::int64_t record_bytes() const { return std::int64_t{leaves} * leaf_bytes; }
  std::int64_t bytes() const { return records * record_bytes(); }
  /// From one used leaf to the next, in leaves.
  int spread() const { return leaves / used; }
};

/// One with 2^least to 2^most records, and no more than that many bytes.
struct TrainingRange {
  int least;
  int most;
  std::int64_t bytes;
};
TrainingKernel draw_kernel(Random& random, TrainingRange const& range);

records::ClusterFeatures features_of(TrainingKernel const& kernel, std::int64_t l2_bytes);

}  // namespace isomer::perf
