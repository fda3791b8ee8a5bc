// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/schedule/slots.hpp"

#include <algorithm>

#include "files/schedule/pages.hpp"

namespace isomer::files {

std::size_t Slots::cut_of(Problem const& problem) {
  std::size_t const last = problem.axes.size() - 1;
  return last > 0 && problem.axes[last] == last ? last - 1 : last;
}

Slots::Slots(Problem const& problem, SlotNumbers const& numbers)
    : problem_(problem),
      numbers_(numbers),
      panels_(problem, cut_of(problem)),
      pieces_(pieces(panels_.row_bytes(), numbers.slot, problem.page)),
      slots_(pieces_ * panels_.rows()),
      tiles_(panels_.tiles(numbers.tile_rows)),
      gap_tiles_(panels_.tiles(numbers.gap_rows)),
      walk_(plan()) {
  // Whatever the walk has read last, the pages between the slots are written two groups later.
  fill_begin_ = walk_begin_ + walk_.groups() + (walk_.groups() < lag ? lag : 0);
}

Walk Slots::plan() {
  std::uint64_t const page = problem_.page;
  std::uint64_t const slot_pages = numbers_.slot / page;
  // The first rows of the source are needed once more, for the gaps.
  std::uint64_t const kept = round_up(panels_.source_for(page - 1), page);
  WalkStart start;
  start.from.resize(slots_);
  start.moves = numbers_.moves;
  assigned_.reserve(pieces_ * tiles_);
  std::uint64_t next = 0;
  auto address = [this](std::uint64_t k) {
    return panels_.page_at(k / pieces_) + k % pieces_ * numbers_.slot;
  };
  while (next < slots_ && address(next) < kept) ++next;
  std::uint64_t const first = next;
  std::uint64_t spare = 0;
  for (std::uint64_t q = 0; q < pieces_; ++q)
    for (std::uint64_t n = 0; n < tiles_; ++n) {
      std::uint64_t const t = q * tiles_ + n;
      // Panels that group t - 2 and earlier ones have ended.
      std::uint64_t const ended = t + 1 < lag ? 0 : (t + 1 - lag) / tiles_;
      std::uint64_t const dead = ended == 0 ? 0 : panels_.source_below(ended * numbers_.slot);
      Assigned now{next, 0, spare};
      Tile const tile = panels_.tile(numbers_.tile_rows, n);
      Laid none_laid;
      none_laid.pitch.assign(tile.lo.size(), 0);
      panels_.for_each_row(tile, none_laid, [&](std::uint64_t r, std::uint64_t) {
        bool const fits =
            now.spare == spare && next < slots_ && address(next) + numbers_.slot <= dead;
        std::uint64_t const place = fits ? next++ : slots_ + spare++;
        now.slots += fits;
        start.from[r * pieces_ + q] = static_cast<std::uint32_t>(place);
      });
      assigned_.push_back(now);
    }
  for (std::uint64_t k = 0; k < slots_; ++k)
    if (k < first || k >= next) start.dead.push_back(static_cast<std::uint32_t>(k));
  start.from.resize(slots_ + spare, none);
  dumps_at_ = 1 + spare * slot_pages;
  dump_pages_ =
      panels_.out_bytes(numbers_.gap_rows, panels_.row_bytes() - pieces_ * numbers_.slot, true) /
      page;
  spare_pages_ = dumps_at_ + gap_tiles_ * dump_pages_;
  walk_begin_ = pieces_ * tiles_ + gap_tiles_ + 1;
  return walk(std::move(start));
}

std::uint64_t Slots::table_bytes() const {
  return walk_.bytes() + assigned_.size() * sizeof(Assigned);
}

Pages Slots::place(std::uint64_t number, std::uint64_t at) const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const count = numbers_.slot / page;
  if (number >= slots_) return {Where::spare, 1 + (number - slots_) * count, count, at};
  std::uint64_t const byte = panels_.page_at(number / pieces_) + number % pieces_ * numbers_.slot;
  return {Where::file, byte / page, count, at};
}

std::uint64_t Slots::gap_at(std::uint64_t r) const {
  return panels_.page_at(r) + pieces_ * numbers_.slot;
}

Pages Slots::gap(std::uint64_t r, std::uint64_t at) const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const end =
      r + 1 < panels_.rows() ? panels_.page_at(r + 1) : round_down(panels_.end(), page);
  return {Where::file, gap_at(r) / page, (end - gap_at(r)) / page, at};
}

Group Slots::group(std::uint64_t t) const {
  std::uint64_t const panels = pieces_ * tiles_;
  if (t < panels) return panel(t);
  if (t < panels + gap_tiles_) return gaps(t - panels);
  if (t < walk_begin_) return first();
  if (t < walk_begin_ + walk_.groups()) return step(t - walk_begin_);
  if (t >= fill_begin_) return fill(t - fill_begin_);
  Group waits;
  waits.pass = 2;
  return waits;
}

Group Slots::panel(std::uint64_t t) const {
  Group group;
  std::uint64_t const q = t / tiles_;
  Tile const tile = panels_.tile(numbers_.tile_rows, t % tiles_);
  std::uint64_t const lo = q * numbers_.slot;
  Collected const got =
      panels_.collect(group, tile, lo, lo + numbers_.slot + problem_.page - 1, false);
  Assigned const& assigned = assigned_[t];
  std::uint64_t n = 0;
  panels_.for_each_row(tile, got.laid, [&](std::uint64_t r, std::uint64_t at) {
    std::uint64_t const skew = panels_.page_at(r) - panels_.row_at(r);
    std::uint64_t const number =
        n < assigned.slots ? assigned.slot + n : slots_ + assigned.spare + (n - assigned.slots);
    append(group.writes, problem_.page,
           place(number, got.laid.base + at + skew + lo - got.first_byte));
    ++n;
  });
  return group;
}

Group Slots::gaps(std::uint64_t tile) const {
  Group group;
  panels_.collect(group, panels_.tile(numbers_.gap_rows, tile), pieces_ * numbers_.slot,
                  panels_.row_bytes(), true);
  append(group.writes, problem_.page,
         {Where::spare, dumps_at_ + tile * dump_pages_, group.out_bytes / problem_.page, 0});
  return group;
}

Group Slots::first() const {
  Group group;
  if (head().count == 0) return group;
  Tile tile = panels_.tile(1, 0);
  panels_.collect(group, tile, 0, problem_.page - 1, false);
  append(group.writes, problem_.page, {Where::spare, 0, 1, 0});
  return group;
}

EdgeBytes Slots::head() const {
  std::uint64_t const page = problem_.page;
  return {0, problem_.offset % page, panels_.page_at(0) - problem_.offset};
}

EdgeBytes Slots::tail() const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const count = panels_.end() % page;
  if (count == 0) return {};
  // Where the last row's gap ends in the dump of its tile: the tile's last row.
  std::uint64_t const tile = gap_tiles_ - 1;
  Group group;
  Tile const last = panels_.tile(numbers_.gap_rows, tile);
  Collected const got =
      panels_.collect(group, last, pieces_ * numbers_.slot, panels_.row_bytes(), true);
  std::uint64_t at = 0;
  panels_.for_each_row(last, got.laid, [&](std::uint64_t r, std::uint64_t byte) {
    if (r + 1 == panels_.rows()) at = got.laid.base + byte + panels_.row_bytes() - got.first_byte;
  });
  return {dumps_at_ + tile * dump_pages_ + at / page, 0, count};
}

Group Slots::step(std::uint64_t t) const {
  Group group =
      moved_pieces(walk_, t, numbers_.slot, problem_.page,
                   [this](std::uint64_t number, std::uint64_t at) { return place(number, at); });
  group.pass = 2;
  return group;
}

Group Slots::fill(std::uint64_t tile) const {
  Group group;
  Group saved;
  Tile const rows = panels_.tile(numbers_.gap_rows, tile);
  Collected const got =
      panels_.collect(saved, rows, pieces_ * numbers_.slot, panels_.row_bytes(), true);
  group.pass = 2;
  group.in_bytes = group.out_bytes = saved.out_bytes;
  append(group.reads, problem_.page,
         {Where::spare, dumps_at_ + tile * dump_pages_, saved.out_bytes / problem_.page, 0});
  group.moves.push_back(run_box(0, 0, group.in_bytes));
  panels_.for_each_row(rows, got.laid, [&](std::uint64_t r, std::uint64_t at) {
    append(group.writes, problem_.page,
           gap(r, got.laid.base + at + (gap_at(r) - panels_.row_at(r)) - got.first_byte));
  });
  return group;
}

}  // namespace isomer::files
