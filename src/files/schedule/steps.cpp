// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/schedule/steps.hpp"

#include <algorithm>
#include <map>

#include "files/schedule/blocks.hpp"
#include "files/schedule/chunks.hpp"
#include "files/schedule/fuse.hpp"
#include "files/schedule/local.hpp"
#include "files/schedule/pages.hpp"
#include "files/schedule/ring.hpp"
#include "files/schedule/slots.hpp"
#include "files/schedule/transfer.hpp"
#include "files/schedule/wide.hpp"

namespace isomer::files {
namespace {

/// Edges of items: the head of either step's first one, tails of two items of either step.
constexpr std::uint64_t edge_pages = 6;

bool is_ring(Kind kind) { return kind == Kind::ring_items || kind == Kind::ring_squares; }

/// Kinds that leave the pages which an item shares with others to `edges`.
bool leaves_edges(Kind kind) { return !is_ring(kind) && kind != Kind::transfer; }

std::vector<std::size_t> order_before(Numbers const& numbers, std::size_t step) {
  if (step > 0) return numbers.steps[step - 1].order;
  std::vector<std::size_t> order(numbers.problem.extents.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  return order;
}

std::uint64_t batch_axes(StepNumbers const& step) {
  return leaves_edges(step.kind) ? step.batch : 0;
}

}  // namespace

Problem item_of(Numbers const& numbers, std::size_t step) {
  std::vector<std::size_t> const before = order_before(numbers, step);
  std::vector<std::size_t> const& after = numbers.steps[step].order;
  std::size_t const batch = batch_axes(numbers.steps[step]);
  Problem item = numbers.problem;
  item.extents.clear();
  item.axes.clear();
  for (std::size_t k = batch; k < before.size(); ++k) {
    item.extents.push_back(numbers.problem.extents[before[k]]);
    auto const at = std::find(before.begin(), before.end(), after[k]) - before.begin();
    item.axes.push_back(static_cast<std::size_t>(at) - batch);
  }
  return fused(item);
}

std::unique_ptr<Part> make_part(Numbers const& numbers, StepNumbers const& step,
                                Problem const& item) {
  auto const& with = step.with;
  switch (step.kind) {
    case Kind::transfer:
      return std::make_unique<Transfer>(item, numbers.file_bytes,
                                        TransferNumbers{with[0], with[1], with[2], with[3]},
                                        numbers.way == Way::transfer);
    case Kind::ring_items: return std::make_unique<RingItems>(item, with[0], with[1]);
    case Kind::ring_squares: return std::make_unique<RingSquares>(item, with[0]);
    case Kind::slots:
      return std::make_unique<Slots>(item, SlotNumbers{with[0], with[1], with[2], with[3]});
    case Kind::wide:
      return std::make_unique<Wide>(item, WideNumbers{with[0], with[1], with[2], with[3]});
    case Kind::local: return std::make_unique<Local>(item, LocalNumbers{with[0], with[1]});
    case Kind::chunks: return std::make_unique<Chunks>(item, ChunkNumbers{with[0], with[1]});
    case Kind::blocks:
      return std::make_unique<Blocks>(item, BlockNumbers{with[0], with[1], with[2]});
  }
  return nullptr;
}

Steps::Steps(Numbers numbers) : numbers_(std::move(numbers)) {
  numbers_.check();
  std::size_t const last = numbers_.steps.size() - 1;
  steps_.resize(last + 1);
  for (std::size_t s = 0; s <= last; ++s) {
    steps_[s].item = item_of(numbers_, s);
    for (std::size_t k = 0; k < batch_axes(numbers_.steps[s]); ++k)
      steps_[s].items *= numbers_.problem.extents[numbers_.steps[s].order[k]];
  }
  one_part_ = last == 0 && steps_[0].items == 1;
  spare_begin_ = one_part_ ? 0 : edge_pages;
  std::uint64_t spare = 0;
  for (std::size_t s = 0; s <= last; ++s) {
    steps_[s].begin = s == 0 ? 0 : steps_[s - 1].end;
    steps_[s].passes_before = passes_;
    count(s);
    std::shared_ptr<Part const> const first = part(s, 0);
    passes_ += first->passes();
    spare = std::max(spare, spare_pages_);
  }
  spare_pages_ = spare_begin_ + spare;
  if (!leaves_edges(numbers_.steps[last].kind)) return;
  Problem const& all = numbers_.problem;
  std::uint64_t const page = all.page;
  std::uint64_t const end = all.offset + all.bytes();
  if (one_part_) {
    head_ = part(0, 0)->head();
    tail_ = part(0, 0)->tail();
  } else {
    if (all.offset % page != 0)
      head_ = {head_page(last), all.offset % page, page - all.offset % page};
    if (end % page != 0) tail_ = {tail_page(last, steps_[last].items - 1), 0, end % page};
  }
}

/// Groups of each item. Items that begin at the same byte of a page have the same.
void Steps::count(std::size_t step) {
  Step& now = steps_[step];
  std::uint64_t const bytes = now.item.bytes();
  std::map<std::uint64_t, std::uint64_t> of_skew;
  std::uint64_t t = 0;
  spare_pages_ = 0;
  for (std::uint64_t k = 0; k < now.items; ++k) {
    std::uint64_t const skew = (numbers_.problem.offset + k * bytes) % now.item.page;
    auto found = of_skew.find(skew);
    if (found == of_skew.end()) {
      std::shared_ptr<Part const> const built = part(step, k);
      std::uint64_t groups = built->groups();
      // A group for the edges, and one before and behind it in which nothing is done.
      if (!one_part_ && leaves_edges(numbers_.steps[step].kind)) groups += 3;
      found = of_skew.emplace(skew, groups).first;
      spare_pages_ = std::max(spare_pages_, built->spare_pages());
      tables_ = std::max(tables_, built->table_bytes());
    }
    now.of_item.push_back(t);
    t += found->second;
  }
  now.end = now.begin + t;
}

std::shared_ptr<Part const> Steps::part(std::size_t step, std::uint64_t item) const {
  std::lock_guard<std::mutex> const lock(mutex_);
  if (built_.part == nullptr || built_.step != step || built_.item != item) {
    Problem problem = steps_[step].item;
    problem.offset += item * problem.bytes();
    built_.part.reset();
    built_ = {step, item, make_part(numbers_, numbers_.steps[step], problem)};
  }
  return built_.part;
}

Geometry Steps::geometry() const {
  Problem const& all = numbers_.problem;
  return {all.page, numbers_.file_bytes, all.offset, all.bytes()};
}

bool Steps::through_ring() const { return is_ring(numbers_.steps[0].kind); }

std::uint64_t Steps::table_bytes() const {
  std::uint64_t all = tables_;
  for (Step const& step : steps_) all += step.of_item.size() * sizeof(step.of_item[0]);
  return all;
}

Group Steps::group(std::uint64_t t) const {
  std::size_t s = 0;
  while (t >= steps_[s].end) ++s;
  Step const& step = steps_[s];
  auto const& begins = step.of_item;
  std::uint64_t const item = static_cast<std::uint64_t>(
      std::upper_bound(begins.begin(), begins.end(), t - step.begin) - begins.begin() - 1);
  std::shared_ptr<Part const> const now = part(s, item);
  std::uint64_t const number = t - step.begin - begins[item];
  Group group;
  if (number < now->groups()) {
    group = now->group(number);
    for (auto* list : {&group.reads, &group.writes})
      for (Pages& pages : *list)
        if (pages.where == Where::spare) pages.first += spare_begin_;
    if (s > 0) redirect(group, s);
  } else {
    if (number == now->groups() + 1) group = edges(s, item, *now);
    group.pass = now->passes();
  }
  group.pass += step.passes_before;
  return group;
}

/// The page that an item shares with the one before becomes whole, its last page is kept.
Group Steps::edges(std::size_t step, std::uint64_t item, Part const& part) const {
  Group group;
  std::uint64_t const page = numbers_.problem.page;
  auto from_spare = [&](std::uint64_t first) {
    group.reads.push_back({Where::spare, first, 1, group.in_bytes});
    group.in_bytes += page;
    return group.in_bytes - page;
  };
  auto room_for = [&](Where where, std::uint64_t first) {
    group.writes.push_back({where, first, 1, group.out_bytes});
    group.out_bytes += page;
    return group.out_bytes - page;
  };
  EdgeBytes const head = part.head();
  EdgeBytes const tail = part.tail();
  if (head.count > 0) {
    std::uint64_t const in = from_spare(spare_begin_ + head.spare_page);
    if (item == 0) {
      group.moves.push_back(run_box(in, room_for(Where::spare, head_page(step)), page));
    } else {
      std::uint64_t const before = from_spare(tail_page(step, item - 1));
      std::uint64_t const shared =
          (numbers_.problem.offset + item * steps_[step].item.bytes()) / page;
      std::uint64_t const out = room_for(Where::file, shared);
      group.moves.push_back(run_box(before, out, head.skip));
      group.moves.push_back(run_box(in + head.skip, out + head.skip, head.count));
    }
  }
  if (tail.count > 0) {
    std::uint64_t const in = from_spare(spare_begin_ + tail.spare_page);
    group.moves.push_back(run_box(in, room_for(Where::spare, tail_page(step, item)), page));
  }
  return group;
}

/// What the step before has left beside the file is read there.
void Steps::redirect(Group& group, std::size_t step) const {
  std::uint64_t const page = numbers_.problem.page;
  std::uint64_t const begin = numbers_.problem.offset;
  std::uint64_t const end = begin + numbers_.problem.bytes();
  std::vector<Pages> reads;
  auto const before = step - 1;
  for (Pages const& pages : group.reads) {
    if (pages.where != Where::file) {
      reads.push_back(pages);
      continue;
    }
    Pages rest = pages;
    if (begin % page != 0 && rest.first == begin / page) {
      append(reads, page, {Where::spare, head_page(before), 1, rest.at});
      rest = {Where::file, rest.first + 1, rest.count - 1, rest.at + page};
    }
    bool const last =
        end % page != 0 && rest.count > 0 && rest.first + rest.count - 1 == end / page;
    if (last) --rest.count;
    append(reads, page, rest);
    if (last)
      append(reads, page,
             {Where::spare, tail_page(before, steps_[before].items - 1), 1,
              rest.at + rest.count * page});
  }
  group.reads = std::move(reads);
}

}  // namespace isomer::files
