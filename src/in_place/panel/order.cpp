// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/panel/order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace isomer::in_place {

namespace {

/// A piece of which it has not been decided yet where it goes.
constexpr std::uint32_t nowhere = ~0U;

/// Walks the slots [first, last) of a panel that starts at element `origin` and calls
/// visit(affinity, g) for one after the other: the slot is free before group g is read (groups():
/// when the panel is done).
class PanelSlots {
 public:
  PanelSlots(PanelShape const& shape, std::int64_t origin, std::int64_t first, std::int64_t last)
      : shape_(shape), first_(first), last_(last) {
    if (first == last) return;
    end_ = shape.address(first) + shape.height - origin;
    row_ = shape.by_panels.quotient(first);
    column_ = first - row_ * shape.panels;
    step_ = shape.height % shape.cols;
    long_step_ = (shape.height + shape.rest) % shape.cols;
  }

  template <class Visit>
  void operator()(Visit&& visit) const {
    if (first_ == last_) return;
    std::int64_t const wraps = shape_.groups();
    int const shift = std::countr_zero(static_cast<unsigned>(shape_.group));
    // x: column behind the slot's last element, 1 .. cols.
    std::int64_t x = (end_ - 1) % shape_.cols + 1;
    std::int64_t row = row_;
    std::int64_t column = column_;
    int affinity = shape_.affinity_of(row, column);
    std::int64_t block_end = (shape_.by_block_slots.quotient(column) + 1) * shape_.block_slots;
    for (std::int64_t slot = first_; slot != last_; ++slot) {
      bool in_one_row = x >= shape_.height;
      // The first slot may begin in the panel before, which has been read.
      if (slot == first_ && end_ < shape_.height) in_one_row = end_ <= shape_.cols;
      visit(affinity, in_one_row ? (x + shape_.group - 1) >> shift : wraps);
      if (++column == shape_.panels) {
        column = 0;
        affinity = shape_.affinity_of(++row, 0);
        block_end = shape_.block_slots;
        x += long_step_;
      } else {
        if (column == block_end) {
          block_end += shape_.block_slots;
          if (++affinity == shape_.affinities) affinity = 0;
        }
        x += step_;
      }
      if (x > shape_.cols) x -= shape_.cols;
    }
  }

 private:
  PanelShape const& shape_;
  std::int64_t first_;
  std::int64_t last_;
  std::int64_t end_ = 0;  ///< of the first slot, in elements from the panel's start
  std::int64_t row_ = 0;
  std::int64_t column_ = 0;
  std::int64_t step_ = 0;
  std::int64_t long_step_ = 0;
};

/// The pieces of a part and its slots, panel by panel.
class Ordering {
 public:
  Ordering(PanelShape const& shape, std::int64_t part, OrderMemory const& memory);

  /// False if more pieces would have to be deferred than there is room for.
  bool run();
  std::int64_t deferred() const { return deferred_; }

 private:
  using PerAffinity = std::array<std::uint32_t, PanelShape::max_affinities>;

  /// Each affinity's queue: what is left of the one before, the slots of the strip that come with
  /// the panel, and those that the panel frees.
  void queue_slots(std::int64_t p, std::int64_t first, std::int64_t last, std::int64_t from_strip);
  /// Gives slots to the pieces of the panel; false if too many have to be deferred.
  bool place_pieces(std::int64_t p);
  void keep_what_is_left();
  /// What is left in the end, to the deferred pieces.
  void place_deferred();
  /// Where the slots that are free before group g is read end in the queue of their affinity.
  std::uint32_t& end(int affinity, std::int64_t g) const {
    return ends_[affinity * (groups_ + 1) + g];
  }
  /// Affinities of pieces in a panel are those in the first one, rotated by this.
  int rotation_of(std::int64_t p) const { return shape_.affinity_of(0, p); }
  int affinity_of_piece(std::int64_t j, int rotation) const {
    int const affinity = first_affinity_[j] + rotation;
    return affinity < shape_.affinities ? affinity : affinity - shape_.affinities;
  }

  PanelShape const& shape_;
  std::int64_t begin_;  ///< panels
  std::int64_t end_;
  std::int64_t in_strip_;  ///< the next of its slots there
  std::int64_t groups_;
  std::uint32_t* table_;  ///< of the part's own pieces
  std::uint32_t* deferred_list_;
  std::uint32_t* ends_;    ///< [affinities][groups + 1]
  std::uint32_t* queues_;  ///< of one affinity after the other: [cols + max_deferred()]
  std::uint32_t* left_;    ///< [max_deferred()]: no more are left than pieces are deferred
  std::uint32_t* keys_;    ///< [cols]: the number of its end for each slot that a panel frees
  std::uint8_t* first_affinity_;  ///< of the pieces of panel 0
  std::int64_t deferred_ = 0;
  PerAffinity next_{};  ///< in each queue
  PerAffinity left_of_{};
};

Ordering::Ordering(PanelShape const& shape, std::int64_t part, OrderMemory const& memory)
    : shape_(shape),
      begin_(shape.first_panel(part)),
      end_(shape.first_panel(part + 1)),
      // Parts before this one have begin * cols pieces, and slots of their own up to here.
      in_strip_(shape.first_slot_from(shape.panels * shape.panel_elements()) + begin_ * shape.cols -
                shape.first_slot_from(begin_ * shape.panel_elements())),
      groups_(shape.groups()),
      table_(memory.table + begin_ * shape.cols),
      deferred_list_(memory.deferred),
      ends_(memory.numbers),
      queues_(ends_ + shape.affinities * (groups_ + 1)),
      left_(queues_ + shape.cols + shape.max_deferred()),
      keys_(left_ + shape.max_deferred()),
      first_affinity_(reinterpret_cast<std::uint8_t*>(keys_ + shape.cols)) {
  for (std::int64_t j = 0; j < shape.cols; ++j)
    first_affinity_[j] = static_cast<std::uint8_t>(shape.affinity_of(shape.row_of(j), 0));
}

void Ordering::queue_slots(std::int64_t p, std::int64_t first, std::int64_t last,
                           std::int64_t from_strip) {
  std::fill_n(ends_, shape_.affinities * (groups_ + 1), 0U);
  std::uint32_t* key = keys_;
  auto count = [&](int affinity, std::int64_t g) {
    *key = static_cast<std::uint32_t>(affinity * (groups_ + 1) + g);
    ++ends_[*key++];
  };
  for (std::int64_t k = 0; k < from_strip; ++k) count(shape_.affinity_of(in_strip_ + k), 0);
  PanelSlots(shape_, p * shape_.panel_elements(), first, last)(count);

  std::uint32_t place = 0;
  std::uint32_t const* left = left_;
  for (int affinity = 0; affinity < shape_.affinities; ++affinity) {
    auto const o = static_cast<std::size_t>(affinity);
    next_[o] = place;
    std::copy_n(left, left_of_[o], queues_ + place);
    left += left_of_[o];
    place += left_of_[o];
    for (std::int64_t g = 0; g <= groups_; ++g) place += std::exchange(end(affinity, g), place);
  }
  key = keys_;
  auto put = [&](std::int64_t slot) {
    queues_[ends_[*key++]++] = static_cast<std::uint32_t>(slot);
  };
  for (std::int64_t k = 0; k < from_strip; ++k) put(in_strip_ + k);
  for (std::int64_t slot = first; slot < last; ++slot) put(slot);
  in_strip_ += from_strip;
}

bool Ordering::place_pieces(std::int64_t p) {
  int const rotation = rotation_of(p);
  std::uint32_t* const table = table_ + (p - begin_) * shape_.cols;
  std::int64_t const max_deferred = shape_.max_deferred();
  PerAffinity next = next_;
  PerAffinity free{};
  for (std::int64_t g = 0; g < groups_; ++g) {
    for (int affinity = 0; affinity < shape_.affinities; ++affinity)
      free[static_cast<std::size_t>(affinity)] = end(affinity, g);
    std::int64_t const behind = std::min((g + 1) * shape_.group, shape_.cols);
    for (std::int64_t j = g * shape_.group; j < behind; ++j) {
      auto const affinity = static_cast<std::size_t>(affinity_of_piece(j, rotation));
      std::uint32_t& here = next[affinity];
      if (here < free[affinity]) {
        table[j] = queues_[here++];
      } else {
        if (deferred_ == max_deferred) return false;
        deferred_list_[deferred_++] = static_cast<std::uint32_t>((p - begin_) * shape_.cols + j);
      }
    }
  }
  next_ = next;
  return true;
}

void Ordering::keep_what_is_left() {
  std::uint32_t* left = left_;
  for (int affinity = 0; affinity < shape_.affinities; ++affinity) {
    auto const o = static_cast<std::size_t>(affinity);
    left_of_[o] = end(affinity, groups_) - next_[o];
    left = std::copy_n(queues_ + next_[o], left_of_[o], left);
  }
}

void Ordering::place_deferred() {
  auto const affinity_of_deferred = [this](std::uint32_t n) {
    std::int64_t const p = n / shape_.cols;
    return affinity_of_piece(n - p * shape_.cols, rotation_of(begin_ + p));
  };
  auto const take = [this](int affinity) {
    std::uint32_t& next = next_[static_cast<std::size_t>(affinity)];
    return next == end(affinity, groups_) ? nowhere : queues_[next++];
  };
  for (std::int64_t k = 0; k < deferred_; ++k)
    table_[deferred_list_[k]] = take(affinity_of_deferred(deferred_list_[k]));
  // An affinity may have fewer slots than pieces here; another part has it the other way round.
  int affinity = 0;
  for (std::int64_t k = 0; k < deferred_; ++k)
    while (table_[deferred_list_[k]] == nowhere) {
      table_[deferred_list_[k]] = take(affinity);
      if (table_[deferred_list_[k]] == nowhere) ++affinity;
    }
}

bool Ordering::run() {
  std::int64_t const size = shape_.panel_elements();
  std::int64_t slot = shape_.first_slot_from(begin_ * size);
  std::int64_t const last = shape_.first_slot_from(end_ * size);
  std::int64_t from_strip = (end_ - begin_) * shape_.cols - (last - slot);
  for (std::int64_t p = begin_; p != end_; ++p) {
    std::int64_t const until =
        std::clamp(shape_.first_slot_from((p + 1) * size - shape_.height + 1), slot, last);
    std::int64_t const missing =
        p + 1 == end_ ? from_strip : std::min(from_strip, shape_.cols - (until - slot));
    queue_slots(p, slot, until, missing);
    if (!place_pieces(p)) return false;
    keep_what_is_left();
    from_strip -= missing;
    slot = until;
  }
  // The slot that reaches into the next part waits for everybody: only a deferred piece may have
  // it.
  queue_slots(end_, slot, last, 0);
  place_deferred();
  return true;
}

}  // namespace

std::int64_t order_slots(PanelShape const& shape, std::int64_t part, OrderMemory const& memory) {
  Ordering ordering(shape, part, memory);
  if (ordering.run()) return ordering.deferred();
  PanelShape of_one = shape;
  of_one.affinities = 1;
  Ordering ordering_of_one(of_one, part, memory);
  ordering_of_one.run();
  return ordering_of_one.deferred();
}

}  // namespace isomer::in_place
