// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/in_place/piece_segments.hpp"

#include <algorithm>
#include <cstddef>

namespace isomer::records {
namespace {

/// Chains that are followed at once: a step of one waits for a table that no near cache holds.
constexpr std::size_t abreast = 8;

class Cutter {
 public:
  Cutter(PieceSlots const& slots, PieceOrder const& order, std::int64_t max_moves)
      : order_(order),
        slots_(slots.slots()),
        max_moves_(static_cast<std::uint32_t>(max_moves)),
        is_cut_(static_cast<std::size_t>(slots_), false),
        done_(static_cast<std::size_t>(slots_), false) {}

  PieceSegments run() {
    std::vector<std::uint32_t> const free = free_slots();
    choose_cuts(free);
    std::vector<std::uint32_t> starts = free;
    starts.insert(starts.end(), segments_.saved.begin(), segments_.saved.end());
    follow(starts);
    for (std::uint32_t slot = 0; slot < slots_; ++slot)
      if (!done_[slot]) cut_cycle(slot);
    return std::move(segments_);
  }

 private:
  using End = PieceSegment::End;

  struct Chain {
    PieceSegment segment;
    std::uint32_t next;  ///< the place that its last move takes a piece from
  };

  std::uint32_t place_of(std::uint32_t slot) const { return order_.place[slot]; }

  /// Those without a piece after the first pass, where paths begin.
  std::vector<std::uint32_t> free_slots() const {
    std::vector<bool> has_piece(static_cast<std::size_t>(slots_), false);
    for (std::uint32_t const place : order_.place)
      if (place < slots_) has_piece[place] = true;
    std::vector<std::uint32_t> free;
    for (std::uint32_t slot = 0; slot < slots_; ++slot)
      if (!has_piece[slot]) free.push_back(slot);
    return free;
  }

  /// Slots anywhere whose pieces are saved, so that there are chains to follow at once: half as
  /// many as segments of full length, by the multiples of the golden ratio.
  void choose_cuts(std::vector<std::uint32_t> const& free) {
    auto const slots = static_cast<std::uint64_t>(slots_);
    std::uint64_t const cuts = slots / max_moves_ / 2;
    for (std::uint64_t k = 1; k <= cuts; ++k) {
      auto const slot = static_cast<std::uint32_t>((k * 2654435769U % (1ULL << 32)) * slots >> 32);
      if (place_of(slot) != slot) is_cut_[slot] = true;
    }
    for (std::uint32_t const slot : free) is_cut_[slot] = false;
    for (std::uint32_t slot = 0; slot < slots_; ++slot)
      if (is_cut_[slot]) save(slot);
    cuts_ = segments_.saved;
  }

  void follow(std::vector<std::uint32_t> const& starts) {
    std::vector<Chain> chains;
    auto next = starts.begin();
    while (next != starts.end() && chains.size() < abreast) chains.push_back(begin_chain(*next++));
    while (!chains.empty())
      for (std::size_t k = 0; k < chains.size();) {
        if (!is_ended_by_step(chains[k])) {
          ++k;
        } else if (next != starts.end()) {
          chains[k++] = begin_chain(*next++);
        } else {
          chains[k] = chains.back();
          chains.pop_back();
        }
      }
  }

  Chain begin_chain(std::uint32_t slot) {
    done_[slot] = true;
    return {{slot, 1, 0, End::place}, place_of(slot)};
  }

  bool is_ended_by_step(Chain& chain) {
    std::uint32_t const at = chain.next;
    if (at < slots_ && !is_cut_[at]) {
      done_[at] = true;
      if (chain.segment.moves == max_moves_)
        chain.segment = cut_before(at, chain.segment, End::place);
      else ++chain.segment.moves;
      chain.next = place_of(at);
      return false;
    }
    if (at < slots_) {
      chain.segment.end = End::saved;
      chain.segment.saved = static_cast<std::uint32_t>(
          std::lower_bound(cuts_.begin(), cuts_.end(), at) - cuts_.begin());
    }
    segments_.segment.push_back(chain.segment);
    return true;
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
  std::vector<bool> is_cut_;
  std::vector<bool> done_;
  std::vector<std::uint32_t> cuts_;  ///< by rising number, as they are the first that are saved
  std::uint32_t first_saved_ = 0;
  PieceSegments segments_;
};

}  // namespace

PieceSegments cut_in_segments(PieceSlots const& slots, PieceOrder const& order,
                              std::int64_t max_moves) {
  return Cutter(slots, order, max_moves).run();
}

}  // namespace isomer::records
