// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/in_place/piece_order.hpp"

#include <algorithm>
#include <cstddef>

#include "index/rounding.hpp"

namespace isomer::records {
namespace {

constexpr std::int64_t no_slot = -1;

/// The slots that lie wholly within begin .. end of the memory, by rising address.
class SlotWalk {
 public:
  SlotWalk(PieceSlots const& slots, std::int64_t begin, std::int64_t end)
      : slots_(&slots), begin_(begin), end_(end) {
    seek();
  }

  /// The next one if it ends at `front` or before; else none.
  std::int64_t next(std::int64_t front) {
    if (address_ > std::min(front, end_) - slots_->piece_bytes()) return no_slot;
    std::int64_t const slot = region().first + slot_;
    address_ += slots_->piece_bytes();
    if (++slot_ == region().count || address_ > end_ - slots_->piece_bytes()) {
      ++region_;
      seek();
    }
    return slot;
  }

  /// All of them, if none has been taken yet.
  std::int64_t count() const {
    std::int64_t const piece = slots_->piece_bytes();
    std::int64_t count = 0;
    for (PieceSlots::Region const& region : slots_->regions()) {
      std::int64_t const from = std::max<std::int64_t>(0, begin_ - region.begin);
      std::int64_t const behind = std::min(region.count, (end_ - region.begin) / piece);
      count += std::max<std::int64_t>(0, behind - detail::ceil_div(from, piece));
    }
    return count;
  }

 private:
  static constexpr std::int64_t nowhere = std::int64_t{1} << 62;

  PieceSlots::Region const& region() const { return slots_->regions()[region_]; }

  /// The first slot of this region or a later one that begins behind begin_.
  void seek() {
    std::int64_t const piece = slots_->piece_bytes();
    for (; region_ < slots_->regions().size(); ++region_) {
      std::int64_t const behind = begin_ - region().begin;
      slot_ = behind > 0 ? detail::ceil_div(behind, piece) : 0;
      address_ = region().begin + slot_ * piece;
      if (slot_ < region().count && address_ <= end_ - piece) return;
    }
    address_ = nowhere;
  }

  PieceSlots const* slots_;
  std::int64_t begin_;
  std::int64_t end_;
  std::size_t region_ = 0;
  std::int64_t slot_ = 0;
  std::int64_t address_ = 0;
};

/// The free slots of a part, source region by source region.
class PartSlots {
 public:
  PartSlots(PieceSlots const& slots, PanelLayout const& src, std::int64_t begin, std::int64_t end)
      : src_(&src) {
    for (PanelSegment const& segment : src.segment)
      walk_.emplace_back(slots, segment.begin + begin * segment.bytes,
                         segment.begin + end * segment.bytes);
  }

  /// One that is free once `panels` have been read; none if there is none.
  std::int64_t take(std::int64_t panels) {
    for (std::size_t tried = 0; tried < walk_.size(); ++tried) {
      PanelSegment const& segment = src_->segment[at_];
      std::int64_t const slot = walk_[at_].next(segment.begin + panels * segment.bytes);
      if (slot != no_slot) return slot;
      if (++at_ == walk_.size()) at_ = 0;
    }
    return no_slot;
  }

  std::int64_t count() const {
    std::int64_t count = 0;
    for (SlotWalk const& walk : walk_) count += walk.count();
    return count;
  }

 private:
  PanelLayout const* src_;
  std::vector<SlotWalk> walk_;
  std::size_t at_ = 0;
};

/// The slots behind the panels of each source region.
std::vector<std::int64_t> slots_behind(PieceSlots const& slots, PanelLayout const& src,
                                       std::int64_t bytes) {
  std::vector<std::int64_t> list;
  for (std::size_t r = 0; r < src.segment.size(); ++r) {
    PanelSegment const& segment = src.segment[r];
    bool const is_last = r + 1 == src.segment.size();
    std::int64_t const end = is_last ? bytes : src.segment[r + 1].begin;
    SlotWalk walk(slots, segment.begin + slots.panels() * segment.bytes, end);
    for (std::int64_t slot = walk.next(end); slot != no_slot; slot = walk.next(end))
      list.push_back(slot);
  }
  return list;
}

}  // namespace

PieceOrder order_pieces(PieceSlots const& slots, PanelLayout const& src, std::int64_t parts,
                        std::int64_t bytes) {
  PieceOrder order;
  order.place.resize(static_cast<std::size_t>(slots.slots()));
  std::vector<PartSlots> part_slots;
  std::vector<std::int64_t> missing{0};  // of all parts up to each
  for (std::int64_t t = 0; t < parts; ++t) {
    std::int64_t const begin = first_panel(t, parts, slots.panels());
    std::int64_t const end = first_panel(t + 1, parts, slots.panels());
    part_slots.emplace_back(slots, src, begin, end);
    std::int64_t const pieces = (end - begin) * slots.pieces();
    missing.push_back(missing.back() +
                      std::max<std::int64_t>(0, pieces - part_slots.back().count()));
  }
  std::vector<std::int64_t> const behind = slots_behind(slots, src, bytes);
  auto const available = static_cast<std::int64_t>(behind.size());
  /// Of them, those that parts up to t take.
  auto const share = [&](std::size_t t) {
    return missing.back() <= available ? missing[t] : available * missing[t] / missing.back();
  };
  for (std::size_t t = 0; t < part_slots.size(); ++t) {
    auto const part = static_cast<std::int64_t>(t);
    std::int64_t next_behind = share(t);
    std::int64_t const end_behind = share(t + 1);
    auto const take = [&](std::int64_t panels) {
      std::int64_t const slot = part_slots[t].take(panels);
      if (slot != no_slot) return slot;
      if (next_behind < end_behind) return behind[static_cast<std::size_t>(next_behind++)];
      return slots.places() + order.in_workspace++;
    };
    std::int64_t const end = first_panel(part + 1, parts, slots.panels());
    for (std::int64_t p = first_panel(part, parts, slots.panels()); p < end; ++p)
      for (std::int64_t k = 0; k < slots.pieces(); ++k)
        order.place[static_cast<std::size_t>(slots.slot_of(p, k))] =
            static_cast<std::uint32_t>(take(p + 1));
  }
  return order;
}

}  // namespace isomer::records
