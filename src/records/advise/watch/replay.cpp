// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/watch/replay.hpp"

#include <algorithm>
#include <cstdlib>

#include "cost/real.hpp"
#include "records/advise/watch/number_map.hpp"
#include "records/advise/watch/sums.hpp"

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
  written_ = written_at_home(kernel);
  for (std::size_t k = 0; k < kernel.item.size(); ++k) {
    std::int64_t const neighbour = static_cast<std::int64_t>(k) % kernel.group;
    if (neighbour >= sample.neighbours) continue;
    ItemTrace const& from = kernel.item[k];
    Item item;
    item.is_first = neighbour == 0;
    item.item = from.item;
    item.use = uses_of(from.access, sample.accesses);
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
      : ground_(ground), written_leaves_(written_leaves) {}

  void start_group() {
    lines_.clear();
    written_.clear();
    pages_.clear();
    values_.clear();
    item_ = 0;
  }

  /// What the accesses of an item touch, beside all before them.
  Touched item(std::int64_t own, std::vector<Use> const& uses, std::vector<bool> const& counts) {
    Touched sum;
    alone_.clear();
    all_lines_.clear();
    new_lines_.clear();
    ++item_;
    for (Use const& use : uses)
      if (counts[static_cast<std::size_t>(use.leaf)]) touch(use, use.record == own, sum);
    // By address, whatever the order within the item: it is as good as one moment.
    std::sort(new_lines_.begin(), new_lines_.end());
    for (std::int64_t const line : new_lines_) touch_first(line, sum);
    sum.places = places();
    return sum;
  }

 private:
  std::int64_t place(std::int64_t record, std::int32_t leaf) const {
    auto const of_leaf = static_cast<std::size_t>(leaf);
    return ground_.layout.address(of_leaf, ground_.leaves[of_leaf].bytes, record);
  }

  double places() {
    std::sort(all_lines_.begin(), all_lines_.end());
    double count = all_lines_.empty() ? 0 : 1;
    for (std::size_t k = 1; k < all_lines_.size(); ++k)
      if (all_lines_[k] - all_lines_[k - 1] > close) ++count;
    return count;
  }

  /// Whether the item of a record writes to a line of it.
  bool is_written_by_its_own(std::int64_t record, std::int64_t line) const {
    return std::any_of(written_leaves_.begin(), written_leaves_.end(), [&](std::int32_t leaf) {
      return place(record, leaf) / ground_.line_bytes == line;
    });
  }

  void touch(Use const& use, bool is_own, Touched& sum) {
    std::int64_t const bytes = ground_.leaves[static_cast<std::size_t>(use.leaf)].bytes;
    std::int64_t const first = place(use.record, use.leaf);
    if (values_.add(first, 0)) sum.bytes += real(bytes);
    std::int64_t const last_line = (first + bytes - 1) / ground_.line_bytes;
    for (std::int64_t line = first / ground_.line_bytes; line <= last_line; ++line) {
      if (use.is_written && written_.add(line, 0)) ++sum.lines_written;
      if (!alone_.add(line, 0)) continue;
      ++sum.lines_alone;
      all_lines_.push_back(line);
      if (!is_own && is_written_by_its_own(use.record, line)) ++sum.shared;
      if (lines_.find(line) == nullptr) new_lines_.push_back(line);
    }
  }

  /// A line that is touched for the first time: the next of a stream if an item before touched one
  /// close to it, else a single one until a later item goes on with it.
  void touch_first(std::int64_t line, Touched& sum) {
    ++sum.lines;
    if (pages_.add(line * ground_.line_bytes / ground_.page_bytes, 0)) ++sum.pages;
    bool is_streamed = false;
    for (std::int64_t beside = line - close; beside <= line + close; ++beside) {
      std::int64_t* const of_item = lines_.find(beside);
      if (of_item == nullptr || *of_item == item_) continue;
      is_streamed = true;
      if (*of_item > 1) {  // the first item's lines count for none
        --sum.singles;
        ++sum.restarts;
      }
      *of_item = -std::abs(*of_item);
    }
    if (is_streamed && lines_.find(line - close) != nullptr && lines_.find(line - 1) == nullptr)
      ++sum.skipped;
    if (!is_streamed) ++sum.singles;
    lines_.add(line, is_streamed ? -item_ : item_);
  }

  Ground const& ground_;
  std::vector<std::int32_t> const& written_leaves_;
  /// Of each line the item that touched it first, counted from 1; negative if it is in a stream.
  NumberMap lines_;
  NumberMap written_, pages_, values_, alone_;
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
