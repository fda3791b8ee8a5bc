// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/schedule/ring.hpp"

#include <algorithm>

#include "files/schedule/items.hpp"
#include "files/schedule/pages.hpp"

namespace isomer::files {

RingItems::RingItems(Problem const& problem, std::size_t batch, std::uint64_t items_of_group)
    : problem_(problem), batch_(batch), of_group_(items_of_group) {
  for (std::size_t k = 0; k < batch; ++k) items_ *= problem.extents[k];
}

std::uint64_t RingItems::groups() const { return div_up(items_, of_group_); }

Group RingItems::group(std::uint64_t t) const {
  std::uint64_t const page = problem_.page;
  std::uint64_t const first = t * of_group_;
  std::uint64_t const count = std::min(of_group_, items_ - first);
  std::uint64_t const item = item_bytes(problem_, batch_);
  std::uint64_t const begin = problem_.offset + first * item;
  std::uint64_t const end = begin + count * item;
  Pages const pages{Where::file, begin / page, div_up(end, page) - begin / page, 0};
  Group group;
  group.over = true;
  group.reads = group.writes = {pages};
  group.in_bytes = group.out_bytes = pages.count * page;
  group.moves.push_back(items_box(problem_, batch_, count, begin % page));
  return group;
}

RingSquares::Square RingSquares::square_of(Problem const& problem) {
  std::size_t const rank = problem.extents.size();
  std::size_t k = 0;
  Square square;
  while (k < rank && problem.axes[k] == k) square.batch *= problem.extents[k++];
  square.element = problem.element_bytes;
  if (k + 1 >= rank || problem.axes[k] != k + 1 || problem.axes[k + 1] != k ||
      problem.extents[k] != problem.extents[k + 1]) {
    square.batch = 0;
    return square;
  }
  square.n = problem.extents[k];
  for (k += 2; k < rank; ++k) {
    if (problem.axes[k] != k) square.batch = 0;
    square.element *= problem.extents[k];
  }
  return square;
}

bool RingSquares::fits(Square const& square, std::uint64_t tile, std::uint64_t page) {
  if (square.batch == 0 || tile == 0 || tile > square.n) return false;
  return square.n >= 3 * tile && tile * square.element >= 2 * page &&
         (square.n - 2 * tile) * square.element >= 2 * page;
}

RingSquares::RingSquares(Problem const& problem, std::uint64_t tile)
    : problem_(problem),
      square_(square_of(problem)),
      tile_(tile),
      tiles_(div_up(square_.n, tile)) {}

Laid RingSquares::add_tile(Group& group, std::uint64_t corner, std::uint64_t rows,
                           std::uint64_t cols) const {
  std::vector<FileAxis> const axes{{rows, square_.n * square_.element}};
  Laid laid = lay(corner, axes, cols * square_.element, problem_.page, group.in_bytes);
  laid.pitch.resize(1);
  read_laid(group, laid, corner, axes, problem_.page);
  group.in_bytes = group.out_bytes = laid.end;
  return laid;
}

Group RingSquares::group(std::uint64_t t) const {
  std::uint64_t const pairs = tiles_ * (tiles_ + 1) / 2;
  std::uint64_t const n = square_.n;
  std::uint64_t const element = square_.element;
  std::uint64_t const item = problem_.offset + t / pairs * n * n * element;
  // Pairs are numbered row by row: those of row a are tiles_ - a many.
  std::uint64_t b = t % pairs;
  std::uint64_t a = 0;
  while (b >= tiles_ - a) b -= tiles_ - a++;
  b += a;
  std::uint64_t const rows = std::min(tile_, n - a * tile_);
  std::uint64_t const cols = std::min(tile_, n - b * tile_);
  Group group;
  group.over = true;
  auto corner = [&](std::uint64_t i, std::uint64_t j) {
    return item + (i * tile_ * n + j * tile_) * element;
  };
  Laid const upper = add_tile(group, corner(a, b), rows, cols);
  Laid const lower = a == b ? upper : add_tile(group, corner(b, a), cols, rows);
  auto move = [&](Laid const& from, std::uint64_t i, std::uint64_t j, Laid const& to) {
    Box box{};
    box.from = from.base;
    box.to = to.base;
    box.element_bytes = static_cast<std::uint32_t>(problem_.element_bytes);
    add_axis(box, i, from.pitch[0], element);
    add_axis(box, j, element, to.pitch[0]);
    add_axis(box, element / problem_.element_bytes, problem_.element_bytes, problem_.element_bytes);
    group.moves.push_back(box);
  };
  move(upper, rows, cols, lower);
  if (a != b) move(lower, cols, rows, upper);
  group.writes = group.reads;
  return group;
}

}  // namespace isomer::files
