// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/panel_layout.hpp"

#include <algorithm>
#include <cstddef>

namespace isomer::records {

PanelLayout panel_layout(RecordLayout const& layout, std::vector<std::int32_t> const& leaf_bytes,
                         std::int64_t height) {
  PanelLayout panel;
  panel.height = height;
  for (auto const& region : layout.region) {
    std::int64_t const bytes = height * region.record_bytes();
    panel.segment.push_back({region.begin, bytes, panel.bytes});
    panel.bytes += bytes;
  }
  for (std::size_t k = 0; k < layout.leaf.size(); ++k) {
    auto const& place = layout.leaf[k];
    auto const& region = layout.region[static_cast<std::size_t>(place.region)];
    LeafRuns runs{place.region, place.offset, region.tile, region.block_bytes, leaf_bytes[k]};
    bool const is_contiguous = runs.step == runs.run * runs.bytes;
    if (is_contiguous || runs.run == height) {
      runs.run = height;
      runs.step = height * runs.bytes;
    }
    panel.leaf.push_back(runs);
  }
  return panel;
}

}  // namespace isomer::records
