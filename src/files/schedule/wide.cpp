// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/schedule/wide.hpp"

#include <algorithm>
#include <numeric>

#include "files/schedule/pages.hpp"
#include "files/schedule/slots.hpp"

namespace isomer::files {
namespace {

/// Groups of pieces that a group of the result may begin before its own.
std::uint64_t depth(std::uint64_t page, std::uint64_t element, std::uint64_t rows,
                    std::uint64_t piece) {
  return div_up(page + 2 * element + div_up(page, rows), piece);
}

}  // namespace

Wide::Matrix Wide::matrix_of(Problem const& problem) {
  Matrix matrix;
  std::size_t last = problem.extents.size();
  matrix.element = problem.element_bytes;
  if (problem.axes.back() + 1 == last) matrix.element *= problem.extents[--last];
  if (last < 2 || problem.axes.front() + 1 != last) {
    matrix.rows = 0;
    return matrix;
  }
  matrix.columns = problem.extents[last - 1];
  matrix.extent.assign(problem.extents.begin(),
                       problem.extents.begin() + static_cast<std::ptrdiff_t>(last - 1));
  matrix.source.resize(last - 1);
  matrix.result.resize(last - 1);
  for (std::size_t k = last - 1; k-- > 0; matrix.rows *= matrix.extent[k])
    matrix.source[k] = matrix.rows;
  std::uint64_t stride = 1;
  for (std::size_t k = last; k-- > 1; stride *= problem.extents[problem.axes[k]])
    matrix.result[problem.axes[k]] = stride;
  return matrix;
}

bool Wide::fits(Problem const& problem, WideNumbers const& numbers) {
  Matrix const matrix = matrix_of(problem);
  if (matrix.rows == 0 || numbers.piece == 0 || numbers.piece % problem.page != 0 ||
      numbers.moves == 0 || numbers.gap_rows == 0 || numbers.whole_pieces > 1)
    return false;
  std::uint64_t const pieces =
      Slots::pieces(matrix.columns * matrix.element, numbers.piece, problem.page);
  return pieces >= 1 && pieces <= most_pieces / matrix.rows;
}

std::uint64_t Wide::buffer_bytes(Problem const& problem, std::uint64_t piece) {
  Matrix const matrix = matrix_of(problem);
  std::uint64_t const page = problem.page;
  std::uint64_t const item = piece + 2 * page + 4 * matrix.element;
  std::uint64_t const pitch = item + 2 * page;
  return matrix.rows * pitch + 2 * page;
}

Wide::Wide(Problem const& problem, WideNumbers const& numbers)
    : problem_(problem),
      numbers_(numbers),
      matrix_(matrix_of(problem)),
      row_bytes_(matrix_.columns * matrix_.element),
      before_pieces_(numbers.whole_pieces == 1 && row_bytes_ % problem.page == 0
                         ? pieces_at(0) - row_at(0)
                         : 0),
      pieces_(Slots::pieces(row_bytes_, numbers.piece, problem.page)),
      all_(matrix_.rows * pieces_),
      ahead_(std::min(
          all_,
          (lag + depth(problem.page, matrix_.element, matrix_.rows, numbers.piece)) * matrix_.rows +
              div_up(before_pieces_ * matrix_.rows, numbers.piece) + 1)),
      more_(std::max<std::uint64_t>(2, matrix_.rows / 2)),
      saves_(div_up(matrix_.rows + 1, numbers.gap_rows)),
      walk_(plan()) {
  assemble_begin_ = 1 + saves_ + walk_.groups() + lag;
}

std::uint64_t Wide::pieces_at(std::uint64_t i) const { return round_up(row_at(i), problem_.page); }

std::uint64_t Wide::result_of(std::uint64_t i) const {
  std::uint64_t result = 0;
  for (std::size_t k = 0; k < matrix_.extent.size(); ++k)
    result += i / matrix_.source[k] % matrix_.extent[k] * matrix_.result[k];
  return result;
}

std::uint64_t Wide::gap_begin(std::uint64_t k) const {
  if (k == 0) return round_down(problem_.offset, problem_.page);
  return pieces_at(k - 1) + pieces_ * numbers_.piece;
}

std::uint64_t Wide::gap_spare_page(std::uint64_t k) const {
  if (k == 0) return 2;
  return 2 + (gap_begin(k) - gap_begin(0) - k * pieces_ * numbers_.piece) / problem_.page;
}

std::uint64_t Wide::spare_pages() const {
  return gap_spare_page(matrix_.rows + 1) + (ahead_ + more_) * (numbers_.piece / problem_.page);
}

Pages Wide::place(std::uint64_t number, std::uint64_t at) const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const count = numbers_.piece / page;
  if (number >= all_)
    return {Where::spare, gap_spare_page(matrix_.rows + 1) + (number - all_) * count, count, at};
  std::uint64_t const byte = pieces_at(number / pieces_) + number % pieces_ * numbers_.piece;
  return {Where::file, byte / page, count, at};
}

std::uint64_t Wide::place_of(std::uint64_t i, std::uint64_t q) const {
  // Those behind the end of the places lie in the spare room.
  return q * matrix_.rows + i + ahead_;
}

Walk Wide::plan() const {
  WalkStart start;
  start.from.assign(all_ + ahead_ + more_, none);
  start.moves = numbers_.moves;
  start.dead_at_once = true;
  for (std::uint64_t i = 0; i < matrix_.rows; ++i)
    for (std::uint64_t q = 0; q < pieces_; ++q)
      start.from[place_of(i, q)] = static_cast<std::uint32_t>(i * pieces_ + q);
  for (std::uint64_t k = 0; k < ahead_ + more_; ++k)
    start.dead.push_back(static_cast<std::uint32_t>(all_ + k));
  return walk(std::move(start));
}

EdgeBytes Wide::head() const {
  std::uint64_t const skip = problem_.offset % problem_.page;
  if (skip == 0) return {};
  return {0, skip, problem_.page - skip};
}

EdgeBytes Wide::tail() const {
  std::uint64_t const count = row_at(matrix_.rows) % problem_.page;
  if (count == 0) return {};
  return {1, 0, count};
}

Group Wide::group(std::uint64_t t) const {
  if (t == 0) return edges();
  if (t <= saves_) return save(t - 1);
  if (t < assemble_begin_) return step(t - 1 - saves_);
  return assemble(t - assemble_begin_);
}

void Wide::read_moved(Group& group, std::uint64_t row, std::uint64_t lo, std::uint64_t hi,
                      std::uint64_t at) const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const slots = pieces_at(row);
  std::uint64_t now = round_down(lo, page);
  at -= lo - now;
  while (now < hi) {
    Pages pages{};
    std::uint64_t end = 0;
    if (now < slots) {
      end = slots;
      pages = {Where::spare, gap_spare_page(row) + (now - gap_begin(row)) / page, 0, at};
    } else if (now < slots + pieces_ * numbers_.piece) {
      std::uint64_t const q = (now - slots) / numbers_.piece;
      end = slots + (q + 1) * numbers_.piece;
      pages = place(place_of(row, q), at);
      pages.first += (now - slots) % numbers_.piece / page;
    } else {
      end = round_up(hi, page);
      pages = {Where::spare, gap_spare_page(row + 1) + (now - gap_begin(row + 1)) / page, 0, at};
    }
    end = std::min(end, round_up(hi, page));
    pages.count = (end - now) / page;
    append(group.reads, page, pages);
    at += end - now;
    now = end;
  }
}

/// Bytes [first, last) of the result, and what else its columns there have, to the buffer.
void Wide::transpose(Group& group, std::uint64_t first, std::uint64_t last, bool moved) const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const column = matrix_.rows * matrix_.element;
  std::uint64_t const j0 = (first - problem_.offset) / column;
  std::uint64_t const j1 = div_up(last - problem_.offset, column);
  std::uint64_t const item = (j1 - j0) * matrix_.element;
  std::vector<FileAxis> const axes{{matrix_.rows, row_bytes_}};
  Laid in = lay(row_at(0) + j0 * matrix_.element, axes, item, page, group.in_bytes);
  if (moved && matrix_.rows > 1 && in.outer.empty()) {
    // Rows that would be read as one are not together any more.
    in.pitch[0] = round_up(item + 2 * page, page) + row_bytes_ % page;
    in.end = round_up(in.base + (matrix_.rows - 1) * in.pitch[0] + item, page);
  }
  if (moved) {
    // Of the first and the last column some rows lie outside of what is wanted; schedules that are
    // written down already read them.
    bool const reads_all = numbers_.whole_pieces == 0;
    std::uint64_t const element = matrix_.element;
    std::uint64_t const in_first = reads_all ? 0 : first - problem_.offset - j0 * column;
    std::uint64_t const in_last = reads_all ? column : last - problem_.offset - (j1 - 1) * column;
    for (std::uint64_t i = 0; i < matrix_.rows; ++i) {
      std::uint64_t const result = result_of(i) * element;
      std::uint64_t const lo = result + element <= in_first ? element : 0;
      std::uint64_t const hi = result >= in_last ? item - element : item;
      std::uint64_t const at = row_at(i) + j0 * element;
      if (lo < hi) read_moved(group, i, at + lo, at + hi, in.base + i * in.pitch[0] + lo);
    }
  } else {
    read_laid(group, in, row_at(0) + j0 * matrix_.element, axes, page);
  }
  group.in_bytes = in.end;
  std::uint64_t const begin = problem_.offset + j0 * column;
  Box box{};
  box.from = in.base;
  box.to = group.out_bytes + begin % page;
  box.element_bytes = static_cast<std::uint32_t>(problem_.element_bytes);
  for (std::size_t k = 0; k < matrix_.extent.size(); ++k)
    add_axis(box, matrix_.extent[k], matrix_.source[k] * in.pitch[0],
             matrix_.result[k] * matrix_.element);
  add_axis(box, j1 - j0, matrix_.element, column);
  add_axis(box, matrix_.element / problem_.element_bytes, problem_.element_bytes,
           problem_.element_bytes);
  group.moves.push_back(box);
  group.out_bytes = round_up(box.to + (j1 - j0) * column, page);
}

Group Wide::edges() const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const end = row_at(matrix_.rows);
  Group group;
  auto save = [&](std::uint64_t first, std::uint64_t last, std::uint64_t to) {
    std::uint64_t const column = matrix_.rows * matrix_.element;
    std::uint64_t const begin = problem_.offset + (first - problem_.offset) / column * column;
    std::uint64_t const at = group.out_bytes + round_down(first, page) - round_down(begin, page);
    transpose(group, first, last, false);
    group.writes.push_back({Where::spare, to, 1, at});
  };
  if (head().count > 0) save(problem_.offset, problem_.offset + head().count, 0);
  if (tail().count > 0) save(end - tail().count, end, 1);
  return group;
}

Group Wide::save(std::uint64_t t) const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const first = t * numbers_.gap_rows;
  std::uint64_t const last = std::min(first + numbers_.gap_rows, matrix_.rows + 1);
  Group group;
  for (std::uint64_t k = first; k < last; ++k) {
    std::uint64_t const begin = gap_begin(k);
    std::uint64_t const count = (pieces_at(k) - begin) / page;
    append(group.reads, page, {Where::file, begin / page, count, group.in_bytes});
    group.in_bytes += count * page;
  }
  group.out_bytes = group.in_bytes;
  if (group.in_bytes == 0) return group;
  group.moves.push_back(run_box(0, 0, group.in_bytes));
  group.writes.push_back({Where::spare, gap_spare_page(first), group.in_bytes / page, 0});
  return group;
}

Group Wide::step(std::uint64_t t) const {
  if (t >= walk_.groups()) return {};
  return moved_pieces(walk_, t, numbers_.piece, problem_.page,
                      [this](std::uint64_t number, std::uint64_t at) { return place(number, at); });
}

std::uint64_t Wide::front(std::uint64_t q) const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const last = row_at(matrix_.rows) / page;
  if (q >= pieces_) return last;
  std::uint64_t const columns = (before_pieces_ + (q + 1) * numbers_.piece) / matrix_.element;
  std::uint64_t const at = problem_.offset + columns * matrix_.rows * matrix_.element;
  return std::min(last, std::max(div_up(problem_.offset, page), at / page));
}

Group Wide::assemble(std::uint64_t q) const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const first = q == 0 ? div_up(problem_.offset, page) : front(q - 1);
  std::uint64_t const last = front(q);
  Group group;
  group.pass = 2;
  if (first >= last) return group;
  std::uint64_t const column = matrix_.rows * matrix_.element;
  std::uint64_t const begin = problem_.offset + (first * page - problem_.offset) / column * column;
  transpose(group, first * page, last * page, true);
  group.writes.push_back(
      {Where::file, first, last - first, first * page - round_down(begin, page)});
  return group;
}

}  // namespace isomer::files
