// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/schedule/chunks.hpp"

#include <algorithm>

#include "files/schedule/pages.hpp"

namespace isomer::files {
namespace {

std::uint64_t chunk_bytes(Problem const& problem, std::uint64_t axes) {
  std::uint64_t bytes = problem.element_bytes;
  for (std::size_t k = axes; k < problem.extents.size(); ++k) bytes *= problem.extents[k];
  return bytes;
}

}  // namespace

bool Chunks::fits(Problem const& problem, ChunkNumbers const& numbers) {
  std::size_t const rank = problem.extents.size();
  if (numbers.axes == 0 || numbers.axes > rank || numbers.moves == 0) return false;
  for (std::size_t k = numbers.axes; k < rank; ++k)
    if (problem.axes[k] != k) return false;
  std::uint64_t const chunk = chunk_bytes(problem, numbers.axes);
  return chunk % problem.page == 0 && chunk >= 2 * problem.page && problem.bytes() / chunk >= 2 &&
         problem.bytes() / chunk <= most_pieces;
}

std::uint64_t Chunks::between_bytes(Problem const& problem, std::uint64_t axes) {
  if (problem.offset % problem.page == 0) return 0;
  return (problem.bytes() / chunk_bytes(problem, axes) + 1) * problem.page;
}

Chunks::Chunks(Problem const& problem, ChunkNumbers const& numbers)
    : problem_(problem),
      numbers_(numbers),
      chunk_(chunk_bytes(problem, numbers.axes)),
      count_(problem.bytes() / chunk_),
      skip_(problem.offset % problem.page),
      inside_(chunk_ / problem.page - (skip_ == 0 ? 0 : 1)),
      spares_(std::min(count_, std::max<std::uint64_t>(2, 3 * numbers.moves))),
      begin_(skip_ == 0 ? 0 : 1),
      end_(skip_ == 0 ? 0 : 1),
      walk_(plan()) {
  // Pages between chunks were read by the first group: what is written behind the walk waits.
  if (skip_ != 0 && walk_.groups() < lag) end_ += lag;
}

Walk Chunks::plan() const {
  WalkStart start;
  start.moves = numbers_.moves;
  start.dead_at_once = true;
  start.from.resize(count_ + spares_, none);
  // Chunks in the order of the result, each with its number in the source.
  std::size_t const rank = numbers_.axes;
  std::vector<std::uint64_t> stride(rank);
  std::uint64_t all = 1;
  for (std::size_t k = rank; k-- > 0; all *= problem_.extents[k]) stride[k] = all;
  std::vector<std::uint64_t> index(rank, 0);
  for (std::uint64_t n = 0; n < count_; ++n) {
    std::uint64_t from = 0;
    for (std::size_t k = 0; k < rank; ++k) from += index[k] * stride[problem_.axes[k]];
    start.from[n] = static_cast<std::uint32_t>(from);
    for (std::size_t k = rank; k-- > 0; index[k] = 0)
      if (++index[k] < problem_.extents[problem_.axes[k]]) break;
  }
  for (std::uint64_t k = 0; k < spares_; ++k)
    start.dead.push_back(static_cast<std::uint32_t>(count_ + k));
  return walk(std::move(start));
}

Pages Chunks::place(std::uint64_t number, std::uint64_t at) const {
  if (number >= count_) return {Where::spare, (number - count_) * inside_, inside_, at};
  std::uint64_t const first = div_up(problem_.offset, problem_.page);
  return {Where::file, first + number * (chunk_ / problem_.page), inside_, at};
}

/// The saved pages, and the two edges of the result.
std::uint64_t Chunks::spare_pages() const { return between_at() + (skip_ == 0 ? 0 : count_ + 3); }

EdgeBytes Chunks::head() const {
  if (skip_ == 0) return {};
  return {between_at() + count_ + 1, skip_, problem_.page - skip_};
}

EdgeBytes Chunks::tail() const {
  if (skip_ == 0) return {};
  return {between_at() + count_ + 2, 0, skip_};
}

Group Chunks::group(std::uint64_t t) const {
  if (t < begin_) return save();
  t -= begin_;
  if (t < walk_.groups())
    return moved_pieces(
        walk_, t, inside_ * problem_.page, problem_.page,
        [this](std::uint64_t number, std::uint64_t at) { return place(number, at); });
  if (t + 1 < walk_.groups() + end_) return {};
  return fill();
}

Group Chunks::save() const {
  std::uint64_t const page = problem_.page;
  Group group;
  for (std::uint64_t k = 0; k <= count_; ++k)
    append(group.reads, page,
           {Where::file, problem_.offset / page + k * (chunk_ / page), 1, k * page});
  group.in_bytes = group.out_bytes = (count_ + 1) * page;
  group.moves.push_back(run_box(0, 0, group.in_bytes));
  group.writes.push_back({Where::spare, between_at(), count_ + 1, 0});
  return group;
}

/// Each page between two chunks: the end of one, the beginning of the next.
Group Chunks::fill() const {
  std::uint64_t const page = problem_.page;
  Group group;
  group.in_bytes = group.out_bytes = (count_ + 1) * page;
  group.reads.push_back({Where::spare, between_at(), count_ + 1, 0});
  auto move = [&](std::uint64_t first, std::uint64_t bytes) {
    Box box = run_box(first, first, bytes);
    Box::Axis const run = box.axes[0];
    box.rank = 0;
    std::uint64_t from = page;
    std::vector<std::uint64_t> source(numbers_.axes);
    for (std::size_t k = numbers_.axes; k-- > 0; from *= problem_.extents[k]) source[k] = from;
    std::uint64_t to = page;
    for (std::size_t k = numbers_.axes; k-- > 0;) {
      std::uint64_t const axis = problem_.axes[k];
      add_axis(box, problem_.extents[axis], source[axis], to);
      to *= problem_.extents[axis];
    }
    if (run.extent > 1) box.axes[box.rank++] = run;
    group.moves.push_back(box);
  };
  move(skip_, page - skip_);
  move(page, skip_);
  group.writes.push_back({Where::spare, between_at() + count_ + 1, 1, 0});
  group.writes.push_back({Where::spare, between_at() + count_ + 2, 1, count_ * page});
  for (std::uint64_t k = 1; k < count_; ++k)
    append(group.writes, page,
           {Where::file, problem_.offset / page + k * (chunk_ / page), 1, k * page});
  return group;
}

}  // namespace isomer::files
