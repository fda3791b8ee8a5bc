// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/panel_order.hpp"

#include <algorithm>
#include <bit>

namespace isomer::in_place {

namespace {

/// Walks the slots [first, last) of a panel that starts at element `origin` and calls
/// visit(slot, g): the slot is free before group g is read (groups(): when the panel is done).
class PanelSlots {
 public:
  PanelSlots(PanelShape const& shape, std::int64_t origin, std::int64_t first, std::int64_t last)
      : shape_(shape), first_(first), last_(last) {
    if (first == last) return;
    end_ = shape.address(first) + shape.height - origin;
    column_ = first - shape.by_panels.quotient(first) * shape.panels;
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
    std::int64_t column = column_;
    for (std::int64_t slot = first_; slot != last_; ++slot) {
      bool in_one_row = x >= shape_.height;
      // The first slot may begin in the panel before, which has been read.
      if (slot == first_ && end_ < shape_.height) in_one_row = end_ <= shape_.cols;
      visit(slot, in_one_row ? (x + shape_.group - 1) >> shift : wraps);
      if (++column == shape_.panels) {
        column = 0;
        x += long_step_;
      } else {
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
  std::int64_t column_ = 0;
  std::int64_t step_ = 0;
  std::int64_t long_step_ = 0;
};

}  // namespace

std::int64_t order_slots(PanelShape const& shape, std::int64_t worker, std::uint32_t* table,
                         std::uint32_t* counts) {
  std::int64_t const begin = shape.first_panel(worker);
  std::int64_t const end = shape.first_panel(worker + 1);
  if (begin == end) return 0;
  std::int64_t const cols = shape.cols;
  std::int64_t const size = shape.panel_elements();
  std::int64_t const pieces = (end - begin) * cols;
  std::uint32_t* const queue = table + begin * cols;
  std::int64_t const first = shape.first_slot_from(begin * size);
  std::int64_t const last = shape.first_slot_from(end * size);
  // Workers before this one have begin * cols pieces and `first` slots of their own.
  std::int64_t in_strip = shape.first_slot_from(shape.panels * size) + begin * cols - first;
  std::int64_t from_strip = pieces - (last - first);

  std::int64_t queued = 0;
  std::int64_t held = 0;
  std::int64_t slot = first;
  for (std::int64_t p = begin; p != end; ++p) {
    std::int64_t const until =
        std::clamp(shape.first_slot_from((p + 1) * size - shape.height + 1), slot, last);
    std::int64_t const missing =
        p + 1 == end ? from_strip : std::min(from_strip, cols - (until - slot));
    for (std::int64_t k = 0; k < missing; ++k)
      queue[queued++] = static_cast<std::uint32_t>(in_strip++);
    from_strip -= missing;

    std::int64_t const groups = shape.groups();
    std::fill(counts, counts + groups + 1, 0U);
    PanelSlots const slots(shape, p * size, slot, until);
    slots([&](std::int64_t, std::int64_t g) { ++counts[g]; });
    auto place = static_cast<std::uint32_t>(queued);
    for (std::int64_t g = 0; g <= groups; ++g) {
      std::uint32_t const free_here = counts[g];
      counts[g] = place;
      place += free_here;
      if (g < groups)
        held = std::max(held, (p - begin) * cols + std::min((g + 1) * shape.group, cols) - place);
    }
    slots([&](std::int64_t k, std::int64_t g) {
      queue[counts[g]++] = static_cast<std::uint32_t>(k);
    });
    queued += until - slot;
    slot = until;
  }
  // The slot that reaches into the next worker's panels waits for everybody.
  for (; slot != last; ++slot) {
    queue[queued++] = static_cast<std::uint32_t>(slot);
    held = std::max<std::int64_t>(held, 1);
  }
  std::rotate(queue, queue + (pieces - held), queue + pieces);
  return held;
}

}  // namespace isomer::in_place
