// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/watch/replay.hpp"

#include <algorithm>
#include <cstdlib>

#include "cost/real.hpp"
#include "records/advise/watch/number_map.hpp"
#include "records/advise/watch/sums.hpp"
#include "records/advise/watch/value_address.hpp"

namespace isomer::records {

using detail::ItemTrace;
using detail::real;

namespace {

/// How many accesses of how many neighbours in a group are replayed.
struct Sample {
  std::int64_t neighbours = 1;
  std::size_t accesses = 1;
};

Sample sample_of(detail::KernelTrace const& kernel, std::size_t most_accesses) {
  std::int64_t all = 0;
  for (ItemTrace const& item : kernel.item) all += static_cast<std::int64_t>(item.access.size());
  auto const items = static_cast<std::int64_t>(kernel.item.size());
  auto const most = static_cast<std::int64_t>(most_accesses);
  std::int64_t const groups = std::max<std::int64_t>(1, items / kernel.group);
  std::int64_t const mean = std::max<std::int64_t>(1, all / std::max<std::int64_t>(1, items));
  std::int64_t const neighbours = std::clamp<std::int64_t>(
      most / (groups * mean), std::min<std::int64_t>(4, kernel.group), kernel.group);
  return {neighbours,
          static_cast<std::size_t>(std::max<std::int64_t>(1, most / (groups * neighbours)))};
}

}  // namespace

Touched operator+(Touched const& a, Touched const& b) { return sum_of(a, b); }

Replay::Replay(detail::KernelTrace const& kernel, std::size_t most_accesses) {
  Sample const sample = sample_of(kernel, most_accesses);
  NumberMap used;
  written_ = written_at_home(kernel);
  for (std::size_t k = 0; k < kernel.item.size(); ++k) {
    std::int64_t const neighbour = static_cast<std::int64_t>(k) % kernel.group;
    if (neighbour >= sample.neighbours) continue;
    ItemTrace const& from = kernel.item[k];
    Item item;
    item.is_first = neighbour == 0;
    item.item = from.item;
    item.use = uses_of(from.access, sample.accesses);
    if (item.is_first) used.clear();
    for (Use& use : item.use) use.is_first = used.add(value_number(use.record, use.leaf), 0);
    // What is kept is whole, or as long as the sample.
    if (item.use.size() == sample.accesses)
      item.longer =
          std::max(1.0, real(from.accesses) / real(static_cast<std::int64_t>(sample.accesses)));
    has_neighbours_ |= neighbour > 0;
    items_.push_back(std::move(item));
  }
}

namespace {

/// Replays items one after the other.
class Walk {
  /// Lines so far apart are in one stream.
  static constexpr std::int64_t close = 2;

 public:
  Walk(Ground const& ground, std::vector<std::int32_t> const& written_leaves)
      : ground_(ground),
        written_leaves_(written_leaves),
        line_shift_(exponent_of(ground.line_bytes)),
        page_shift_(exponent_of(ground.page_bytes / ground.line_bytes)) {
    for (std::size_t leaf = 0; leaf < ground.leaves.size(); ++leaf)
      leaf_.emplace_back(ground.layout, leaf, ground.leaves[leaf].bytes);
  }

  void start_group() {
    lines_.clear();
    pages_.clear();
    item_ = 0;
  }

  /// What the accesses of an item touch, beside all before them.
  Touched item(std::int64_t own, std::vector<Use> const& uses, std::vector<bool> const& counts) {
    Touched sum;
    all_lines_.clear();
    new_lines_.clear();
    ++item_;
    for (Use const& use : uses)
      if (counts[static_cast<std::size_t>(use.leaf)]) touch(use, own, sum);
    // By address, whatever the order within the item: it is as good as one moment.
    std::sort(new_lines_.begin(), new_lines_.end());
    for (std::int64_t const line : new_lines_) touch_first(line, sum);
    sum.places = places();
    return sum;
  }

 private:
  std::int64_t place(std::int64_t record, std::int32_t leaf) const {
    return leaf_[static_cast<std::size_t>(leaf)].of(record);
  }
  std::int64_t line_of(std::int64_t address) const { return address >> line_shift_; }

  double places() {
    std::sort(all_lines_.begin(), all_lines_.end());
    double count = all_lines_.empty() ? 0 : 1;
    for (std::size_t k = 1; k < all_lines_.size(); ++k)
      if (all_lines_[k] - all_lines_[k - 1] > close) ++count;
    return count;
  }

  /// Whether the item of a record writes to a line of it.
  bool is_written_by_its_own(std::int64_t record, std::int64_t line) const {
    return std::any_of(written_leaves_.begin(), written_leaves_.end(),
                       [&](std::int32_t leaf) { return line_of(place(record, leaf)) == line; });
  }

  bool are_of_one_thread(std::int64_t record, std::int64_t other) const {
    return record == other ||
           record / ground_.records_of_thread == other / ground_.records_of_thread;
  }

  void touch(Use const& use, std::int64_t own, Touched& sum) {
    std::int64_t const bytes = ground_.leaves[static_cast<std::size_t>(use.leaf)].bytes;
    std::int64_t const first = place(use.record, use.leaf);
    if (use.is_first) sum.bytes += real(bytes);
    std::int64_t const last_line = line_of(first + bytes - 1);
    for (std::int64_t line = line_of(first); line <= last_line; ++line) {
      LineUse& at = lines_[line];
      if (use.is_written && !at.is_written) ++sum.lines_written;
      at.is_written |= use.is_written;
      if (at.last_item == item_) continue;
      at.last_item = item_;
      ++sum.lines_alone;
      all_lines_.push_back(line);
      if (!are_of_one_thread(use.record, own) && is_written_by_its_own(use.record, line))
        ++sum.shared;
      if (at.first_item == 0) new_lines_.push_back(line);
    }
  }

  /// A line that is touched for the first time: the next of a stream if an item before touched one
  /// close to it, else a single one until a later item goes on with it.
  void touch_first(std::int64_t line, Touched& sum) {
    ++sum.lines;
    if (pages_.add(line >> page_shift_, 0)) ++sum.pages;
    bool is_streamed = false;
    for (std::int64_t beside = line - close; beside <= line + close; ++beside) {
      LineUse* const at = touched(beside);
      if (at == nullptr || at->first_item == item_) continue;
      is_streamed = true;
      if (at->first_item > 1) {  // the first item's lines count for none
        --sum.singles;
        ++sum.restarts;
      }
      at->first_item = -std::abs(at->first_item);
    }
    if (is_streamed && touched(line - close) != nullptr && touched(line - 1) == nullptr)
      ++sum.skipped;
    if (!is_streamed) ++sum.singles;
    lines_[line].first_item = is_streamed ? -item_ : item_;
  }

  /// Items are counted from 1.
  struct LineUse {
    std::int64_t first_item = 0;  ///< negative if it is in a stream
    std::int64_t last_item = 0;
    bool is_written = false;
  };

  /// A line that items before touched, or this one by a lower address.
  LineUse* touched(std::int64_t line) {
    LineUse* const at = lines_.find(line);
    return at == nullptr || at->first_item == 0 ? nullptr : at;
  }

  Ground const& ground_;
  std::vector<std::int32_t> const& written_leaves_;
  std::vector<ValueAddress> leaf_;
  int line_shift_;
  int page_shift_;
  MapOfNumbers<LineUse> lines_;
  NumberMap pages_;
  std::vector<std::int64_t> all_lines_, new_lines_;
  std::int64_t item_ = 0;
};

}  // namespace

Touched Replay::touched(Ground const& ground, std::vector<bool> const& counts) const {
  Walk walk(ground, written_);
  Touched sum;
  double alone = 0;
  double counted = 0;
  for (Item const& item : items_) {
    if (item.is_first) walk.start_group();
    Touched const of = times(item.longer, walk.item(item.item, item.use, counts));
    alone += of.lines_alone;
    if (item.is_first && has_neighbours_) continue;
    sum = sum + of;
    ++counted;
  }
  Touched mean = times(1 / std::max(1.0, counted), sum);
  mean.lines_alone = alone / std::max(1.0, real(static_cast<std::int64_t>(items_.size())));
  return mean;
}

}  // namespace isomer::records
