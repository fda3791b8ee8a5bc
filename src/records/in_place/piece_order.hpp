// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "index/rounding.hpp"
#include "records/in_place/piece_slots.hpp"
#include "records/move/panel_layout.hpp"

namespace isomer::records {

/// Where the first pass puts the pieces.
///
/// The panels are divided into contiguous parts, each of which one worker reads from its first
/// panel to its last. What a part has read of each source region is a prefix of its share there, so
/// a slot that lies wholly in such a prefix is free:
///
///     source region r:  | part 0: read....|not yet | part 1: read..|not yet     | behind the
///     panels | slots                 free  free  ^ crosses: nobody's          free            free
///
/// A piece takes the next free slot of its own part. Slots behind the panels, in what is saved as
/// the strip or is no record's, are shared out among the parts that have fewer slots than pieces. A
/// piece that finds none stays in the workspace until the second pass; slots that cross an end stay
/// free.
struct PieceOrder {
  /// For each slot the place where the first pass puts the piece that belongs there.
  std::vector<std::uint32_t> place;
  std::int64_t in_workspace = 0;  ///< places there, numbered behind all others
};

/// The first panel of a part.
inline std::int64_t first_panel(std::int64_t part, std::int64_t parts, std::int64_t panels) {
  return detail::ceil_div(part * panels, parts);
}

PieceOrder order_pieces(PieceSlots const& slots, PanelLayout const& src, std::int64_t parts,
                        std::int64_t bytes);

}  // namespace isomer::records
