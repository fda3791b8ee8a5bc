// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "records/in_place/piece_order.hpp"
#include "records/in_place/piece_slots.hpp"

namespace isomer::records {

/// Moves of the second pass that one worker makes one after the other: a slot takes its piece from
/// the place where it is, that place, if it is a slot, takes its own, and so on.
struct PieceSegment {
  enum class End : std::uint8_t {
    place,  ///< the last piece comes from a place that takes none itself
    saved,  ///< the last piece has been saved before all segments
    cycle   ///< the first slot is where the last piece comes from: the worker keeps it meanwhile
  };

  std::uint32_t first;  ///< slot
  std::uint32_t moves;
  std::uint32_t saved;  ///< number of the saved piece
  End end;
};

/// Segments that do not depend on each other. Paths begin at slots that are free after the first
/// pass, and end in the workspace or behind the destination; all other slots lie on cycles. Both
/// are cut at some slots anywhere, and after `max_moves`; the pieces where a cut begins are saved
/// first.
struct PieceSegments {
  std::vector<PieceSegment> segment;
  std::vector<std::uint32_t> saved;  ///< slots
};

/// All of them.
struct PieceMoves {
  PieceSlots slots;
  PieceOrder order;
  PieceSegments segments;
};

PieceSegments cut_in_segments(PieceSlots const& slots, PieceOrder const& order,
                              std::int64_t max_moves);

}  // namespace isomer::records
