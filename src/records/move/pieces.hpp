// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "records/move/panel_layout.hpp"

namespace isomer::records {

/// Bytes that keep their order: values of some leaves that lie alike, in runs of which those of one
/// side are as long as the other's, or a multiple.
struct Pieces {
  static constexpr std::size_t max_leaves = 64;

  /// How the values of each leaf lie, from its first one on.
  LeafRuns src;
  LeafRuns dst;
  /// Where leaves begin.
  struct Origin {
    std::int32_t segment;
    std::int64_t offset;
  };
  struct Leaf {
    Origin src;
    Origin dst;
  };
  std::vector<Leaf> leaf;

  /// Where they lie now, as [leaf].
  struct Places {
    char const* src[max_leaves];
    char* dst[max_leaves];
  };
  /// Records begin .. end - 1; `places` are those of record 0. Past the caches if `streams`: all
  /// that has to be copied at once is whole lines then.
  void move(Places const& places, std::int64_t begin, std::int64_t end, bool streams) const;
};

}  // namespace isomer::records
