// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/schedule/local.hpp"

#include <algorithm>

#include "files/schedule/items.hpp"
#include "files/schedule/pages.hpp"

namespace isomer::files {

bool Local::fits(Problem const& problem, LocalNumbers const& numbers) {
  if (numbers.batch >= problem.extents.size() || numbers.pages == 0) return false;
  for (std::size_t k = 0; k < numbers.batch; ++k)
    if (problem.axes[k] != k) return false;
  return problem.bytes() >= 2 * problem.page &&
         numbers.pages <= div_up(problem.bytes(), problem.page) &&
         problem.bytes() / problem.page / numbers.pages <= most_pieces;
}

std::uint64_t Local::buffer_bytes(Problem const& problem, LocalNumbers const& numbers) {
  return (numbers.pages + 3) * problem.page + 2 * item_bytes(problem, numbers.batch);
}

Local::Local(Problem const& problem, LocalNumbers const& numbers)
    : problem_(problem),
      numbers_(numbers),
      item_(item_bytes(problem, numbers.batch)),
      first_(div_up(problem.offset, problem.page)),
      last_(end() / problem.page),
      parts_(div_up(last_ - first_, numbers.pages)),
      // Items reach across the pages of a group by one of them, and a page, at either end.
      behind_(std::min(parts_, lag + div_up(div_up(item_, problem.page) + 2, numbers.pages))) {
  behind_ = std::max(behind_, std::min(parts_, lag + 1));
}

std::uint64_t Local::groups() const { return 2 + parts_ + lag + parts_; }

std::uint64_t Local::count_of(std::uint64_t t) const {
  return std::min(numbers_.pages, last_ - first_of(t));
}

Pages Local::place(std::uint64_t t) const {
  if (t < behind_) return {Where::spare, 2 + t * numbers_.pages, count_of(t), 0};
  return {Where::file, first_of(t - behind_), count_of(t), 0};
}

EdgeBytes Local::head() const {
  std::uint64_t const skip = problem_.offset % problem_.page;
  if (skip == 0) return {};
  return {0, skip, problem_.page - skip};
}

EdgeBytes Local::tail() const {
  if (end() % problem_.page == 0) return {};
  return {1, 0, end() % problem_.page};
}

Group Local::group(std::uint64_t t) const {
  std::uint64_t const page = problem_.page;
  if (t == 0) return head().count > 0 ? edge(problem_.offset / page, 0) : Group{};
  if (t == 1) return tail().count > 0 ? edge(end() / page, 1) : Group{};
  t -= 2;
  Group group;
  if (t < parts_) {
    Pages to = place(t);
    to.at = permute(group, first_of(t), first_of(t) + count_of(t));
    group.writes.push_back(to);
    return group;
  }
  group.pass = 2;
  t -= parts_;
  if (t < lag) return group;
  // Back, from the end on.
  t = parts_ - 1 - (t - lag);
  group.reads.push_back(place(t));
  group.writes.push_back({Where::file, first_of(t), count_of(t), 0});
  group.in_bytes = group.out_bytes = count_of(t) * page;
  group.moves.push_back(run_box(0, 0, group.in_bytes));
  return group;
}

std::uint64_t Local::permute(Group& group, std::uint64_t first, std::uint64_t last) const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const lo = std::max(first * page, problem_.offset) - problem_.offset;
  std::uint64_t const hi = std::min(last * page, end()) - problem_.offset;
  std::uint64_t const begin = problem_.offset + lo / item_ * item_;
  std::uint64_t const items = div_up(hi, item_) - lo / item_;
  std::uint64_t const until = begin + items * item_;
  Pages const pages{Where::file, begin / page, div_up(until, page) - begin / page, 0};
  group.reads.push_back(pages);
  group.in_bytes = group.out_bytes = pages.count * page;
  group.moves.push_back(items_box(problem_, numbers_.batch, items, begin % page));
  return first * page - round_down(begin, page);
}

Group Local::edge(std::uint64_t page, std::uint64_t to) const {
  Group group;
  Pages const spare{Where::spare, to, 1, permute(group, page, page + 1)};
  group.writes.push_back(spare);
  return group;
}

}  // namespace isomer::files
