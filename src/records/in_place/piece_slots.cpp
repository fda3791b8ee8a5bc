// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/in_place/piece_slots.hpp"

#include <algorithm>

namespace isomer::records {

PieceSlots::PieceSlots(PanelLayout const& dst, std::int64_t panels, std::int64_t piece_bytes,
                       Room room)
    : panels_(panels), by_panels_(panels), piece_bytes_(piece_bytes) {
  for (PanelSegment const& segment : dst.segment) {
    std::int64_t const pieces = segment.bytes / piece_bytes;
    regions_.push_back({segment.begin, panels * pieces_, panels * pieces});
    for (std::int64_t j = 0; j < pieces; ++j)
      column_.push_back(
          {panels * pieces_ + j, pieces, segment.begin - panels * pieces_ * piece_bytes});
    pieces_ += pieces;
  }
  regions_.push_back({room.begin, slots(), room.bytes / piece_bytes});
}

std::int64_t PieceSlots::place_at(std::int64_t address) const {
  auto const is_behind = [](std::int64_t at, Region const& region) { return at < region.begin; };
  auto const behind = std::upper_bound(regions_.begin(), regions_.end() - 1, address, is_behind);
  if (behind != regions_.begin()) {
    Region const& region = *(behind - 1);
    std::int64_t const number = (address - region.begin) / piece_bytes_;
    if (number < region.count) return region.first + number;
  }
  Region const& room = regions_.back();
  return room.first + (address - room.begin) / piece_bytes_;
}

}  // namespace isomer::records
