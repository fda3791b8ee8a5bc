// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/schedule/check.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <isomer/error.hpp>

#include "files/schedule/pages.hpp"

namespace isomer::files {
namespace {

/// Pages [first, last) in a file, sorted.
struct Range {
  Where where;
  std::uint64_t first, last;
  bool operator==(Range const& other) const {
    return where == other.where && first == other.first && last == other.last;
  }
  bool operator<(Range const& other) const {
    return std::pair(where, first) < std::pair(other.where, other.first);
  }
};
using Ranges = std::vector<Range>;

Ranges ranges_of(std::vector<Pages> const& list) {
  Ranges ranges;
  for (Pages const& pages : list)
    ranges.push_back({pages.where, pages.first, pages.first + pages.count});
  std::sort(ranges.begin(), ranges.end());
  return ranges;
}

bool meet(Ranges const& a, Ranges const& b) {
  auto p = a.begin();
  auto q = b.begin();
  while (p != a.end() && q != b.end()) {
    if (p->where == q->where && p->first < q->last && q->first < p->last) return true;
    // The one that ends first can meet nothing behind it.
    bool const first_ends = p->where != q->where ? p->where < q->where : p->last < q->last;
    ++(first_ends ? p : q);
  }
  return false;
}

/// A bit for each page.
class Bits {
 public:
  explicit Bits(std::uint64_t pages) : words_(pages / 64 + 1) {}
  void set(std::uint64_t first, std::uint64_t last, bool to) {
    each(first, last, [to](std::uint64_t& word, std::uint64_t mask) {
      word = to ? word | mask : word & ~mask;
      return false;
    });
  }
  bool any(std::uint64_t first, std::uint64_t last) {
    return each(first, last,
                [](std::uint64_t word, std::uint64_t mask) { return (word & mask) != 0; });
  }
  bool all(std::uint64_t first, std::uint64_t last) {
    return !each(first, last,
                 [](std::uint64_t word, std::uint64_t mask) { return (word & mask) != mask; });
  }

 private:
  template <class Use>
  bool each(std::uint64_t first, std::uint64_t last, Use use) {
    while (first < last) {
      std::uint64_t const end = std::min(last, (first / 64 + 1) * 64);
      std::uint64_t const bits = end - first;
      std::uint64_t const mask = (bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1)
                                 << first % 64;
      if (use(words_[first / 64], mask)) return true;
      first = end;
    }
    return false;
  }
  std::vector<std::uint64_t> words_;
};

class Checker {
 public:
  explicit Checker(Schedule const& schedule)
      : schedule_(schedule),
        geometry_(schedule.geometry()),
        file_pages_(div_up(geometry_.file_bytes, geometry_.page)),
        whole_(schedule.way() == Way::copy || schedule.way() == Way::transfer),
        ring_(schedule.through_ring()),
        done_(file_pages_),
        dead_(schedule.way() == Way::transfer ? file_pages_ : 0) {
    std::uint64_t const end = geometry_.offset + geometry_.array_bytes;
    first_ = div_up(geometry_.offset, geometry_.page);
    last_ = end / geometry_.page;
    if (ring_) {
      first_ = geometry_.offset / geometry_.page;
      last_ = div_up(end, geometry_.page);
    } else if (whole_) {
      first_ = 0;
      last_ = file_pages_;
    }
  }

  void run() {
    // In place a page that is never read holds what it has to: chunks that are at home.
    if (!whole_) done_.set(0, file_pages_, true);
    std::uint64_t const groups = schedule_.groups();
    for (t_ = 0; t_ < groups; ++t_) check_group(schedule_.group(t_));
    require(first_ >= last_ || done_.all(first_, last_), "leaves a page that is not written last");
    for (EdgeBytes const& edge : {schedule_.head(), schedule_.tail()})
      require(edge.count == 0 || (edge.spare_page < schedule_.spare_pages() &&
                                  edge.skip + edge.count <= geometry_.page),
              "leaves edges outside the spare room");
  }

 private:
  void require(bool good, char const* what) const {
    if (!good)
      throw Error(std::string("isomer::files: the schedule ") + name_of(schedule_.way()) +
                  " is wrong: group " + std::to_string(t_) + ' ' + what);
  }

  void check_group(Group const& group) {
    Ranges reads = ranges_of(group.reads);
    Ranges const writes = ranges_of(group.writes);
    check_buffer(group.reads, group.in_bytes, "reads beyond its buffer",
                 "reads to one place twice");
    check_buffer(group.writes, group.out_bytes, "writes from beyond its buffer", nullptr);
    for (Box const& box : group.moves) check_box(box, group);
    for (std::size_t k = 1; k < writes.size(); ++k)
      require(writes[k - 1].where != writes[k].where || writes[k - 1].last <= writes[k].first,
              "writes a page twice");
    if (!ring_)
      require(!meet(writes, reads) && !meet(writes, before_),
              "writes a page that it or the one before it reads");
    for (Range const& range : reads) check_read(range);
    for (Range const& range : writes) check_write(range);
    if (group.over)
      require(ring_ && group.in_bytes == group.out_bytes && reads == writes,
              "overwrites other pages than it has read");
    if (group.dead.count > 0) {
      require(schedule_.way() == Way::transfer && group.dead.where == Where::file &&
                  group.dead.first + group.dead.count <= file_pages_,
              "gives back pages that are not the file's");
      dead_.set(group.dead.first, group.dead.first + group.dead.count, true);
    }
    before_ = std::move(reads);
  }

  void check_read(Range const& range) {
    if (range.where == Where::spare)
      return require(range.last <= schedule_.spare_pages(), "reads behind the spare room");
    require(range.where == Where::file && range.last <= file_pages_, "reads behind the file");
    if (schedule_.way() == Way::transfer)
      require(!dead_.any(range.first, range.last), "reads pages that were given back");
    if (!whole_) done_.set(range.first, range.last, false);
  }

  void check_write(Range const& range) {
    if (range.where == Where::spare)
      return require(!whole_ && !ring_ && range.last <= schedule_.spare_pages(),
                     "writes behind the spare room");
    require(range.where == (whole_ ? Where::fresh : Where::file), "writes to another file");
    require(range.first >= first_ && range.last <= last_, "writes outside the array");
    if (whole_) require(!done_.any(range.first, range.last), "writes a page of the new file again");
    done_.set(range.first, range.last, true);
  }

  void check_buffer(std::vector<Pages> const& list, std::uint64_t bytes, char const* beyond,
                    char const* twice) const {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> parts;
    for (Pages const& pages : list) {
      require(pages.at % geometry_.page == 0 && pages.at <= bytes &&
                  pages.count <= (bytes - pages.at) / geometry_.page,
              beyond);
      parts.emplace_back(pages.at, pages.at + pages.count * geometry_.page);
    }
    if (twice == nullptr) return;
    std::sort(parts.begin(), parts.end());
    for (std::size_t k = 1; k < parts.size(); ++k)
      require(parts[k - 1].second <= parts[k].first, twice);
  }

  void check_box(Box const& box, Group const& group) const {
    std::uint64_t from = box.from + box.element_bytes;
    std::uint64_t to = box.to + box.element_bytes;
    for (std::uint32_t k = 0; k < box.rank; ++k) {
      Box::Axis const& axis = box.axes[k];
      require(axis.extent > 0 && axis.from >= 0 && axis.to >= 0, "moves backwards");
      from += (axis.extent - 1) * static_cast<std::uint64_t>(axis.from);
      to += (axis.extent - 1) * static_cast<std::uint64_t>(axis.to);
    }
    require(from <= group.in_bytes && to <= group.out_bytes, "moves bytes beyond its buffers");
  }

  Schedule const& schedule_;
  Geometry geometry_;
  std::uint64_t file_pages_;
  bool whole_;
  bool ring_;
  Bits done_;
  Bits dead_;
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
  std::uint64_t t_ = 0;
  Ranges before_{};
};

}  // namespace

void check(Schedule const& schedule) { Checker(schedule).run(); }

}  // namespace isomer::files
