// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/schedule/blocks.hpp"

#include <algorithm>

#include "files/schedule/lay.hpp"
#include "files/schedule/pages.hpp"

namespace isomer::files {
namespace {

/// Columns of blocks that assembling one may read, and the two groups before it.
constexpr std::uint64_t columns_ahead = 3;

}  // namespace

Blocks::Matrix Blocks::matrix_of(Problem const& problem) {
  std::size_t const rank = problem.axes.size();
  Matrix matrix;
  if (rank < 2 || rank > 3 || problem.axes[0] != 1 || problem.axes[1] != 0) return matrix;
  matrix = {problem.extents[0], problem.extents[1], problem.element_bytes};
  if (rank == 3) matrix.element *= problem.extents[2];
  return matrix;
}

bool Blocks::fits(Problem const& problem, BlockNumbers const& numbers) {
  Matrix const matrix = matrix_of(problem);
  if (matrix.rows == 0 || numbers.rows == 0 || numbers.columns == 0 || numbers.moves == 0 ||
      numbers.rows > matrix.rows || numbers.columns > matrix.columns)
    return false;
  return numbers.columns * matrix.rows * matrix.element >= problem.page &&
         div_up(matrix.columns, numbers.columns) <= most_pieces / div_up(matrix.rows, numbers.rows);
}

Blocks::Blocks(Problem const& problem, BlockNumbers const& numbers)
    : problem_(problem),
      numbers_(numbers),
      matrix_(matrix_of(problem)),
      block_rows_(div_up(matrix_.rows, numbers.rows)),
      block_columns_(div_up(matrix_.columns, numbers.columns)),
      block_pages_(div_up(numbers.rows * numbers.columns * matrix_.element, problem.page)),
      first_page_(div_up(problem.offset, problem.page)),
      places_((std::max(end() / problem.page, first_page_) - first_page_) / block_pages_),
      ahead_(std::min(places_, columns_ahead * block_rows_ + 1)),
      walk_(plan()) {
  assemble_begin_ = 1 + block_rows_ + walk_.groups() + lag;
}

Walk Blocks::plan() {
  std::uint64_t const page = problem_.page;
  std::uint64_t const count = block_rows_ * block_columns_;
  begin_.resize(count);
  std::uint64_t const row_bytes = matrix_.columns * matrix_.element;
  std::uint64_t next = 0;
  std::uint64_t spare = 0;
  for (std::uint64_t q = 0; q < block_rows_; ++q) {
    // Rows that panels before the last one have read are dead.
    std::uint64_t const rows = q + 1 < lag ? 0 : (q + 1 - lag) * numbers_.rows;
    std::uint64_t const dead = rows == 0 ? 0 : problem_.offset + rows * row_bytes;
    for (std::uint64_t b = 0; b < block_columns_; ++b) {
      bool const fits = next < places_ && (first_page_ + (next + 1) * block_pages_) * page <= dead;
      begin_[q * block_columns_ + b] =
          static_cast<std::uint32_t>(fits ? next++ : places_ + spare++);
    }
  }
  std::uint64_t const behind = count > places_ - ahead_ ? count - (places_ - ahead_) : 0;
  spare_ = std::max(spare, behind) + std::clamp<std::uint64_t>(numbers_.moves, 3, count + 3);
  WalkStart start;
  start.moves = numbers_.moves;
  start.from.assign(places_ + spare_, none);
  std::vector<bool> used(places_ + spare_, false);
  for (std::uint64_t q = 0; q < block_rows_; ++q)
    for (std::uint64_t b = 0; b < block_columns_; ++b) {
      std::uint32_t const now = begin_[q * block_columns_ + b];
      start.from[b * block_rows_ + q + ahead_] = now;
      used[now] = true;
    }
  for (std::uint64_t k = 0; k < used.size(); ++k)
    if (!used[k]) start.dead.push_back(static_cast<std::uint32_t>(k));
  return walk(std::move(start));
}

std::uint64_t Blocks::table_bytes() const {
  return walk_.bytes() + begin_.size() * sizeof(begin_[0]);
}

Pages Blocks::place(std::uint64_t number, std::uint64_t at) const {
  if (number >= places_)
    return {Where::spare, 2 + (number - places_) * block_pages_, block_pages_, at};
  return {Where::file, first_page_ + number * block_pages_, block_pages_, at};
}

EdgeBytes Blocks::head() const {
  std::uint64_t const skip = problem_.offset % problem_.page;
  if (skip == 0) return {};
  return {0, skip, problem_.page - skip};
}

EdgeBytes Blocks::tail() const {
  if (end() % problem_.page == 0) return {};
  return {1, 0, end() % problem_.page};
}

Group Blocks::group(std::uint64_t t) const {
  if (t == 0) return edges();
  if (t <= block_rows_) return panel(t - 1);
  t -= 1 + block_rows_;
  if (t < walk_.groups()) {
    Group group =
        moved_pieces(walk_, t, block_pages_ * problem_.page, problem_.page,
                     [this](std::uint64_t number, std::uint64_t at) { return place(number, at); });
    group.pass = 2;
    return group;
  }
  if (t >= walk_.groups() + lag) return assemble(t - walk_.groups() - lag);
  Group waits;
  waits.pass = 2;
  return waits;
}

void Blocks::add_run(Box& box, std::uint64_t bytes) const {
  add_axis(box, bytes / problem_.element_bytes, problem_.element_bytes, problem_.element_bytes);
}

/// The page of the result with bytes [first, last), of the source.
void Blocks::add_edge(Group& group, std::uint64_t first, std::uint64_t last,
                      std::uint64_t to) const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const element = matrix_.element;
  std::uint64_t const column = matrix_.rows * element;
  std::uint64_t const j0 = (first - problem_.offset) / column;
  std::uint64_t const j1 = div_up(last - problem_.offset, column);
  auto fetch = [&](std::uint64_t i0, std::uint64_t i1, std::uint64_t j, std::uint64_t columns,
                   std::uint64_t at) {
    std::uint64_t const from = problem_.offset + (i0 * matrix_.columns + j) * element;
    std::vector<FileAxis> const axes{{i1 - i0, matrix_.columns * element}};
    Laid const in = lay(from, axes, columns * element, page, group.in_bytes);
    read_laid(group, in, from, axes, page);
    group.in_bytes = in.end;
    Box box{};
    box.from = in.base;
    box.to = at;
    box.element_bytes = static_cast<std::uint32_t>(problem_.element_bytes);
    add_axis(box, i1 - i0, in.pitch[0], element);
    add_axis(box, columns, element, column);
    add_run(box, element);
    group.moves.push_back(box);
  };
  // Rows of the columns' ends that are needed: a column is often much longer than a page.
  std::uint64_t const i0 = (first - problem_.offset - j0 * column) / element;
  std::uint64_t const i1 = div_up(last - problem_.offset - (j1 - 1) * column, element);
  std::uint64_t const begin = problem_.offset + j0 * column + i0 * element;
  std::uint64_t const base = group.out_bytes + begin % page;
  if (j1 == j0 + 1) {
    fetch(i0, i1, j0, 1, base);
  } else {
    fetch(i0, matrix_.rows, j0, 1, base);
    std::uint64_t const next = base + column - i0 * element;
    if (j1 > j0 + 2) fetch(0, matrix_.rows, j0 + 1, j1 - j0 - 2, next);
    fetch(0, i1, j1 - 1, 1, next + (j1 - j0 - 2) * column);
  }
  std::uint64_t const bytes = (j1 - 1 - j0) * column + i1 * element - i0 * element;
  group.writes.push_back(
      {Where::spare, to, 1, group.out_bytes + round_down(first, page) - round_down(begin, page)});
  group.out_bytes = round_up(base + bytes, page);
}

Group Blocks::edges() const {
  Group group;
  if (head().count > 0)
    add_edge(group, problem_.offset, std::min(end(), problem_.offset + head().count), 0);
  if (tail().count > 0) add_edge(group, end() - tail().count, end(), 1);
  return group;
}

Group Blocks::panel(std::uint64_t q) const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const element = matrix_.element;
  std::uint64_t const row_bytes = matrix_.columns * element;
  std::uint64_t const i0 = q * numbers_.rows;
  std::uint64_t const rows = std::min(numbers_.rows, matrix_.rows - i0);
  std::uint64_t const begin = problem_.offset + i0 * row_bytes;
  Group group;
  Pages const pages{Where::file, begin / page,
                    div_up(begin + rows * row_bytes, page) - begin / page, 0};
  group.reads.push_back(pages);
  group.in_bytes = pages.count * page;
  group.out_bytes = block_columns_ * block_pages_ * page;
  auto move = [&](std::uint64_t b, std::uint64_t count, std::uint64_t columns) {
    Box box{};
    box.from = begin % page + b * numbers_.columns * element;
    box.to = b * block_pages_ * page;
    box.element_bytes = static_cast<std::uint32_t>(problem_.element_bytes);
    add_axis(box, count, numbers_.columns * element, block_pages_ * page);
    add_axis(box, rows, row_bytes, element);
    add_axis(box, columns, element, rows * element);
    add_run(box, element);
    group.moves.push_back(box);
  };
  std::uint64_t const whole = matrix_.columns / numbers_.columns;
  move(0, whole, numbers_.columns);
  if (whole < block_columns_) move(whole, 1, matrix_.columns - whole * numbers_.columns);
  for (std::uint64_t b = 0; b < block_columns_; ++b)
    append(group.writes, page, place(begin_[q * block_columns_ + b], b * block_pages_ * page));
  return group;
}

std::uint64_t Blocks::front(std::uint64_t b) const {
  std::uint64_t const page = problem_.page;
  if (b + 1 == block_columns_) return std::max(first_page_, end() / page);
  std::uint64_t const columns = (b + 1) * numbers_.columns;
  return std::max(first_page_, (problem_.offset + columns * matrix_.rows * matrix_.element) / page);
}

/// Columns [j0, j1) of the blocks of column b of them, as parts of rows of the result.
void Blocks::add_blocks(Group& group, std::uint64_t b, std::uint64_t j0, std::uint64_t j1,
                        std::uint64_t to) const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const element = matrix_.element;
  auto move = [&](std::uint64_t q, std::uint64_t count, std::uint64_t rows) {
    if (count == 0) return;
    std::uint64_t const lo = j0 * rows * element;
    std::uint64_t const pages = div_up(j1 * rows * element, page) - lo / page;
    Box box{};
    box.from = group.in_bytes + lo % page;
    box.to = to + q * numbers_.rows * element;
    box.element_bytes = static_cast<std::uint32_t>(problem_.element_bytes);
    add_axis(box, count, pages * page, rows * element);
    add_axis(box, j1 - j0, rows * element, matrix_.rows * element);
    add_run(box, rows * element);
    group.moves.push_back(box);
    for (std::uint64_t k = q; k < q + count; ++k) {
      Pages from = place(b * block_rows_ + k + ahead_, group.in_bytes);
      from.first += lo / page;
      from.count = pages;
      append(group.reads, page, from);
      group.in_bytes += pages * page;
    }
  };
  std::uint64_t const whole = matrix_.rows / numbers_.rows;
  move(0, whole, numbers_.rows);
  move(whole, block_rows_ - whole, matrix_.rows - whole * numbers_.rows);
}

Group Blocks::assemble(std::uint64_t b) const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const column = matrix_.rows * matrix_.element;
  std::uint64_t const first = b == 0 ? first_page_ : front(b - 1);
  std::uint64_t const last = front(b);
  Group group;
  group.pass = 3;
  if (first >= last) return group;
  std::uint64_t const j0 = (first * page - problem_.offset) / column;
  std::uint64_t const j1 = div_up(last * page - problem_.offset, column);
  std::uint64_t const begin = problem_.offset + j0 * column;
  for (std::uint64_t j = j0; j < j1;) {
    std::uint64_t const of = j / numbers_.columns;
    std::uint64_t const from = of * numbers_.columns;
    std::uint64_t const to = std::min(j1, from + numbers_.columns);
    add_blocks(group, of, j - from, to - from, begin % page + (j - j0) * column);
    j = to;
  }
  group.out_bytes = round_up(begin % page + (j1 - j0) * column, page);
  group.writes.push_back(
      {Where::file, first, last - first, first * page - round_down(begin, page)});
  return group;
}

}  // namespace isomer::files
