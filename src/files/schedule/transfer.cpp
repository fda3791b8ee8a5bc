// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/schedule/transfer.hpp"

#include <algorithm>

#include "files/schedule/pages.hpp"
#include "files/schedule/ring.hpp"
#include "files/schedule/slots.hpp"

namespace isomer::files {

Transfer::Transfer(Problem const& problem, std::uint64_t file_bytes, TransferNumbers const& numbers,
                   bool dead)
    : problem_(problem),
      file_bytes_(file_bytes),
      numbers_(numbers),
      dead_(dead),
      panels_(problem, numbers.cut),
      pieces_(numbers.run == 0 ? 0 : Slots::pieces(panels_.row_bytes(), numbers.run, problem.page)),
      tiles_(numbers.run == 0 ? 0 : panels_.tiles(numbers.tile_rows)) {
  std::uint64_t const page = problem_.page;
  before_ = div_up(round_down(problem_.offset, page), numbers_.chunk);
  behind_at_ = round_up(problem_.offset + problem_.bytes(), page);
  behind_ = file_bytes_ > behind_at_ ? div_up(file_bytes_ - behind_at_, numbers_.chunk) : 0;
  if (dead_) find_fronts();
}

Group Transfer::group(std::uint64_t t) const {
  std::uint64_t const page = problem_.page;
  if (t < before_) return copied(0, round_down(problem_.offset, page), t);
  t -= before_;
  if (t == 0) return first();
  --t;
  if (t < pieces_ * tiles_) return piece(t);
  return copied(behind_at_, round_up(file_bytes_, page), t - pieces_ * tiles_);
}

Group Transfer::copied(std::uint64_t first, std::uint64_t last, std::uint64_t number) const {
  std::uint64_t const page = problem_.page;
  Group group;
  std::uint64_t const begin = first + number * numbers_.chunk;
  std::uint64_t const bytes = std::min(last - begin, numbers_.chunk);
  group.reads.push_back({Where::file, begin / page, bytes / page, 0});
  group.writes.push_back({Where::fresh, begin / page, bytes / page, 0});
  group.in_bytes = group.out_bytes = bytes;
  group.moves.push_back(run_box(0, 0, bytes));
  return group;
}

/// The page in which the array begins, if something lies before it there.
Group Transfer::first() const {
  std::uint64_t const page = problem_.page;
  Group group;
  if (numbers_.run == 0) return whole();
  std::uint64_t const skip = problem_.offset % page;
  if (skip == 0) return group;
  panels_.collect(group, panels_.tile(1, 0), 0, page - 1, false);
  std::uint64_t const at = group.in_bytes;
  append(group.reads, page, {Where::file, problem_.offset / page, 1, at});
  group.in_bytes += page;
  group.moves.push_back(run_box(at, 0, skip));
  append(group.writes, page, {Where::fresh, problem_.offset / page, 1, 0});
  return group;
}

/// All pages of the array, and what else they hold.
Group Transfer::whole() const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const begin = problem_.offset;
  std::uint64_t const end = begin + problem_.bytes();
  RingItems const items(problem_, 0, 1);
  Group group = items.group(0);
  group.over = false;
  for (Pages& pages : group.writes) pages.where = Where::fresh;
  std::uint64_t const skip = begin % page;
  std::uint64_t const behind = group.in_bytes - skip - problem_.bytes();
  if (skip > 0) group.moves.push_back(run_box(0, 0, skip));
  if (behind > 0) {
    std::uint64_t const at = skip + (end - begin);
    group.moves.push_back(run_box(at, at, behind));
  }
  return group;
}

Group Transfer::piece(std::uint64_t t) const {
  std::uint64_t const page = problem_.page;
  Group group;
  std::uint64_t const q = pieces_outer() ? t / tiles_ : t % pieces_;
  std::uint64_t const n = pieces_outer() ? t % tiles_ : t / pieces_;
  bool const last = q + 1 == pieces_;
  std::uint64_t const lo = q * numbers_.run;
  std::uint64_t const hi = last ? panels_.row_bytes() : lo + numbers_.run + page - 1;
  Tile const tile = panels_.tile(numbers_.tile_rows, n);
  Collected const got = panels_.collect(group, tile, lo, hi, last);
  panels_.for_each_row(tile, got.laid, [&](std::uint64_t r, std::uint64_t at) {
    std::uint64_t const begin = panels_.page_at(r) + lo;
    std::uint64_t end = begin + numbers_.run;
    if (last) end = r + 1 < panels_.rows() ? panels_.page_at(r + 1) : behind_at_;
    std::uint64_t const from = got.laid.base + at + (begin - panels_.row_at(r)) - got.first_byte;
    append(group.writes, page, {Where::fresh, begin / page, (end - begin) / page, from});
    if (!last || r + 1 < panels_.rows() || panels_.end() % page == 0) return;
    // Behind the last row comes what is behind the array.
    std::uint64_t const in = group.in_bytes;
    append(group.reads, page, {Where::file, panels_.end() / page, 1, in});
    group.in_bytes += page;
    group.moves.push_back(run_box(in + panels_.end() % page,
                                  got.laid.base + at + panels_.row_bytes() - got.first_byte,
                                  page - panels_.end() % page));
  });
  if (dead_) group.dead = dead_pages(t);
  return group;
}

void Transfer::find_fronts() {
  std::uint64_t const slab = panels_.slab_bytes();
  std::uint64_t const kept = panels_.kept_bytes();
  front_.resize(pieces_ * tiles_);
  std::uint64_t least = slab;
  for (std::uint64_t t = front_.size(); t-- > 0;) {
    // A slab's first pages stay as long as they may be read with the end of the slab before.
    bool const too_few = panels_.slabs() > 1 && least <= most_pages_between * problem_.page;
    front_[t] = too_few ? 0 : least;
    std::uint64_t const q = pieces_outer() ? t / tiles_ : t % pieces_;
    Tile const tile = panels_.tile(numbers_.tile_rows, pieces_outer() ? t % tiles_ : t / pieces_);
    least = std::min(least, std::max(kept, panels_.lowest(tile, q * numbers_.run)));
    if (q + 1 == pieces_) least = std::min(least, panels_.lowest_behind(tile, kept));
  }
}

/// Each group gives back what has died of one slab, in turn.
Pages Transfer::dead_pages(std::uint64_t t) const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const slabs = panels_.slabs();
  std::uint64_t const slab = problem_.offset + t % slabs * panels_.slab_bytes();
  std::uint64_t const kept = slab + std::min(panels_.kept_bytes(), panels_.slab_bytes());
  std::uint64_t begin = round_up(kept, page);
  if (t >= slabs) begin = std::max(begin, round_down(slab + front_[t - slabs], page));
  std::uint64_t const end = round_down(slab + front_[t], page);
  if (end <= begin) return {};
  return {Where::file, begin / page, (end - begin) / page, 0};
}

/// What lies around the array is in both files to the end.
std::uint64_t Transfer::extra_bytes() const {
  if (!dead_) return 0;
  std::uint64_t const around =
      round_down(problem_.offset, problem_.page) + file_bytes_ - std::min(file_bytes_, behind_at_);
  if (front_.empty()) return around + panels_.end() - problem_.offset;
  std::uint64_t written = 0;
  std::uint64_t dead = 0;
  std::uint64_t most = 0;
  std::uint64_t const each = div_up(panels_.end() - problem_.offset, front_.size());
  for (std::uint64_t t = 0; t < front_.size(); ++t) {
    written += each;
    // A group's dead pages go two groups later.
    if (t >= lag) dead += dead_pages(t - lag).count * problem_.page;
    most = std::max(most, written - std::min(written, dead));
  }
  return around + most;
}

std::uint64_t groups_ahead(Schedule const& schedule, std::uint64_t spare,
                           std::uint64_t group_bytes) {
  constexpr std::uint64_t most = 16;
  if (schedule.way() != Way::transfer) return 1;
  std::uint64_t const extra = schedule.extra_bytes();
  if (spare <= extra || group_bytes == 0) return 1;
  return std::min(most, 1 + (spare - extra) / group_bytes);
}

}  // namespace isomer::files
