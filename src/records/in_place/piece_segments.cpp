// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/in_place/piece_segments.hpp"

#include <cstddef>

namespace isomer::records {
namespace {

class Cutter {
 public:
  Cutter(PieceSlots const& slots, PieceOrder const& order, std::int64_t max_moves)
      : order_(order),
        slots_(slots.slots()),
        max_moves_(static_cast<std::uint32_t>(max_moves)),
        done_(static_cast<std::size_t>(slots_), false) {}

  PieceSegments run() {
    std::vector<bool> has_piece(static_cast<std::size_t>(slots_), false);
    for (std::uint32_t const place : order_.place)
      if (place < slots_) has_piece[place] = true;
    for (std::uint32_t slot = 0; slot < slots_; ++slot)
      if (!has_piece[slot]) cut_path(slot);
    for (std::uint32_t slot = 0; slot < slots_; ++slot)
      if (!done_[slot]) cut_cycle(slot);
    return std::move(segments_);
  }

 private:
  using End = PieceSegment::End;

  std::uint32_t place_of(std::uint32_t slot) const { return order_.place[slot]; }

  /// From a free slot to a place that is none.
  void cut_path(std::uint32_t slot) {
    PieceSegment segment{slot, 1, 0, End::place};
    done_[slot] = true;
    for (std::uint32_t at = place_of(slot); at < slots_; at = place_of(at)) {
      done_[at] = true;
      if (segment.moves == max_moves_) segment = cut_before(at, segment, End::place);
      else ++segment.moves;
    }
    segments_.segment.push_back(segment);
  }

  void cut_cycle(std::uint32_t slot) {
    done_[slot] = true;
    std::uint32_t at = place_of(slot);
    if (at == slot) return;
    PieceSegment segment{slot, 1, 0, End::cycle};
    for (; at != slot; at = place_of(at)) {
      done_[at] = true;
      if (segment.moves < max_moves_) {
        ++segment.moves;
        continue;
      }
      // The first cut: what the cycle begins with is needed by its last segment.
      if (segment.end == End::cycle) first_saved_ = save(slot);
      segment = cut_before(at, segment, End::saved);
    }
    if (segment.end == End::saved) segment.saved = first_saved_;
    segments_.segment.push_back(segment);
  }

  /// Ends a segment with the piece of slot `at`, with which the next one begins.
  PieceSegment cut_before(std::uint32_t at, PieceSegment segment, End end_of_next) {
    segment.end = End::saved;
    segment.saved = save(at);
    segments_.segment.push_back(segment);
    return {at, 1, 0, end_of_next};
  }

  std::uint32_t save(std::uint32_t slot) {
    segments_.saved.push_back(slot);
    return static_cast<std::uint32_t>(segments_.saved.size() - 1);
  }

  PieceOrder const& order_;
  std::int64_t slots_;
  std::uint32_t max_moves_;
  std::vector<bool> done_;
  std::uint32_t first_saved_ = 0;
  PieceSegments segments_;
};

}  // namespace

PieceSegments cut_in_segments(PieceSlots const& slots, PieceOrder const& order,
                              std::int64_t max_moves) {
  return Cutter(slots, order, max_moves).run();
}

}  // namespace isomer::records
