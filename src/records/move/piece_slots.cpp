// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/piece_slots.hpp"

#include <algorithm>

namespace isomer::records {

PieceSlots::PieceSlots(PanelLayout const& dst, std::int64_t panels, std::int64_t piece_bytes,
                       std::int64_t dst_bytes, std::int64_t src_bytes)
    : panels_(panels), by_panels_(panels), piece_bytes_(piece_bytes) {
  for (PanelSegment const& segment : dst.segment) {
    std::int64_t const pieces = segment.bytes / piece_bytes;
    regions_.push_back({segment.begin, panels * pieces_, panels * pieces});
    for (std::int64_t j = 0; j < pieces; ++j)
      column_.push_back(
          {panels * pieces_ + j, pieces, segment.begin - panels * pieces_ * piece_bytes});
    pieces_ += pieces;
  }
  std::int64_t const room = std::max<std::int64_t>(0, src_bytes - dst_bytes) / piece_bytes;
  regions_.push_back({dst_bytes, slots(), room});
}

}  // namespace isomer::records
