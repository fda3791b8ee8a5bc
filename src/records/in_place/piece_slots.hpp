// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "index/fast_div.hpp"
#include "records/move/panel_layout.hpp"

namespace isomer::records {

/// How records change arrangement in place in two passes. The first takes panels of `height`
/// records through the cache and regroups them as the destination has them; they leave in pieces of
/// `piece_bytes`, of which each segment of a panel is a whole number, to slots that have been read
/// already. In the second pass the pieces go to where they belong.
///
///     slot q of region s:  begin_s + q * piece_bytes,  q = p * m_s + j for piece j of panel p
///
/// Places are numbered: the slots of all regions, one region after the other, then those in the
/// room beside them, as that which a wider source leaves behind the destination, then those of the
/// workspace.
class PieceSlots {
 public:
  struct Room {
    std::int64_t begin;
    std::int64_t bytes;
  };
  PieceSlots(PanelLayout const& dst, std::int64_t panels, std::int64_t piece_bytes, Room room);

  struct Region {
    std::int64_t begin;  ///< bytes
    std::int64_t first;  ///< number of its first slot
    std::int64_t count;
  };

  std::int64_t panels() const { return panels_; }
  std::int64_t piece_bytes() const { return piece_bytes_; }
  /// Of a panel.
  std::int64_t pieces() const { return pieces_; }
  /// Where pieces belong.
  std::int64_t slots() const { return panels_ * pieces_; }
  /// All places but those in the workspace.
  std::int64_t places() const { return regions_.back().first + regions_.back().count; }
  /// By rising address; the last one is the room.
  std::vector<Region> const& regions() const { return regions_; }

  /// Where piece k of a panel belongs.
  std::int64_t slot_of(std::int64_t panel, std::int64_t k) const {
    Column const& column = column_[static_cast<std::size_t>(k)];
    return column.first + panel * column.step;
  }

  /// Of a place that is not in the workspace. A region with m pieces of each panel has m * panels
  /// slots, so the panels divide a slot's number into a piece of its region.
  std::int64_t address(std::int64_t place) const {
    if (place >= slots()) {
      Region const& room = regions_.back();
      return room.begin + (place - room.first) * piece_bytes_;
    }
    Column const& column = column_[static_cast<std::size_t>(by_panels_.quotient(place))];
    return column.origin + place * piece_bytes_;
  }

  /// The slot that begins there, or the place in the room.
  std::int64_t place_at(std::int64_t address) const;

 private:
  struct Column {
    std::int64_t first;
    std::int64_t step;
    std::int64_t origin;  ///< where slot 0 would be if its region had it
  };

  std::int64_t panels_;
  detail::FastDiv by_panels_;
  std::int64_t piece_bytes_;
  std::int64_t pieces_ = 0;
  std::vector<Region> regions_;
  std::vector<Column> column_;  ///< of each piece of a panel
};

}  // namespace isomer::records
