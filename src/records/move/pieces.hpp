// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "records/move/panel_layout.hpp"

namespace isomer::records {

/// Bytes that keep their order: values of some leaves that lie at equal distances on both sides, in
/// runs of which those of one side are as long as the other's, or a multiple.
struct Pieces {
  LeafRuns src;  ///< of the first leaf
  LeafRuns dst;
  std::int64_t leaves = 1;
  std::int64_t src_apart = 0;  ///< from leaf to leaf
  std::int64_t dst_apart = 0;

  /// Records begin .. end - 1; `from` and `to` are where the segments of the leaves begin.
  void move(char const* from, char* to, std::int64_t begin, std::int64_t end) const;
};

}  // namespace isomer::records
