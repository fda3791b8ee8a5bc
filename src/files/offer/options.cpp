// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/offer/options.hpp"

#include <algorithm>

#include "files/schedule/blocks.hpp"
#include "files/schedule/chunks.hpp"
#include "files/schedule/items.hpp"
#include "files/schedule/local.hpp"
#include "files/schedule/pages.hpp"
#include "files/schedule/ring.hpp"

namespace isomer::files {

std::vector<Option> blocks_options(Problem const& item, Room const& room, Disk const& disk,
                                   std::string& why) {
  std::vector<Option> options;
  std::size_t const rank = item.axes.size();
  if (rank < 2 || rank > 3 || item.axes[0] != 1 || item.axes[1] != 0) {
    why = "it is no matrix";
    return options;
  }
  std::uint64_t const page = item.page;
  std::uint64_t const element = item.element_bytes * (rank == 3 ? item.extents[2] : 1);
  std::uint64_t const rows = item.extents[0];
  std::uint64_t const columns = item.extents[1];
  why = "a row of the source or three of the result do not fit in memory";
  std::uint64_t const group = room.group;
  for (std::uint64_t part = 1; part <= 8; part *= 2) {
    // Blocks of fewer columns take less spare disk.
    auto const fits = [&](std::uint64_t c) {
      std::uint64_t const bytes = (c + 2) * rows * element;
      return bytes <= group - std::min(group, 4 * page) && bytes / page <= most_pieces;
    };
    std::uint64_t const c = std::min(columns, largest(columns, fits) / part);
    if (c == 0 || c * rows * element < page) break;
    std::uint64_t const block_columns = div_up(columns, c);
    std::uint64_t const r = largest(rows, [&](std::uint64_t n) {
      std::uint64_t const block = round_up(n * c * element, page);
      std::uint64_t const assembled = div_up(rows, n) * 3 * page + (c + 2) * rows * element;
      return block_columns * block <= group && n * columns * element + 2 * page <= group &&
             (n == 1 || assembled > 0);
    });
    if (r == 0) break;
    std::uint64_t const block = round_up(r * c * element, page);
    std::uint64_t const block_rows = div_up(rows, r);
    // Two column blocks meet in a group, each of their blocks with a page more at either end.
    if ((c + 2) * rows * element + 4 * page * block_rows > group) continue;
    if (block_columns > most_pieces / block_rows) {
      why = "there would be too many blocks";
      continue;
    }
    if (3 * block_rows * block > room.spare && block_columns > 3) {
      why = "the spare disk is too small";
      continue;
    }
    double const all = number(block_rows * block_columns);
    double const bytes = number(item.bytes());
    std::uint64_t const moves = std::max<std::uint64_t>(1, group / block);
    double const padded = all * number(block);
    double seconds = disk.read.seconds(number(block_rows) + 3 * all, bytes + 2 * padded) +
                     disk.write.seconds(2 * all + number(block_columns), bytes + 2 * padded);
    seconds += number(block_rows + block_columns + div_up(block_rows * block_columns, moves)) *
               disk.flush_seconds;
    options.push_back({{Kind::blocks, 0, {}, {r, c, moves, 0}}, seconds});
  }
  sort_by_price(options);
  return options;
}

std::vector<Option> chunks_options(Problem const& item, Room const& room, Disk const& disk,
                                   std::string& why) {
  std::vector<Option> options;
  std::size_t axes = item.axes.size();
  std::uint64_t chunk = item.element_bytes;
  while (axes > 0 && item.axes[axes - 1] == axes - 1) chunk *= item.extents[--axes];
  if (!Chunks::fits(item, {axes, 1}) || chunk > room.group ||
      number(chunk) < std::max(disk.read.half, disk.write.half)) {
    why = "nothing of whole pages, as long as a request, stays together";
    return options;
  }
  if (Chunks::between_bytes(item, axes) > room.group) {
    why = "the pages between chunks do not fit in memory";
    return options;
  }
  double const bytes = number(item.bytes());
  double const count = bytes / number(chunk);
  for (std::uint64_t moves = room.group / chunk; moves > 0; moves /= 2) {
    if (3 * moves * chunk > room.spare) {
      why = "the spare disk is too small";
      continue;
    }
    double const groups = count / number(moves) + 2;
    double const seconds = disk.read.seconds(2 * count, bytes) +
                           disk.write.seconds(2 * count, bytes) + groups * disk.flush_seconds;
    options.push_back({{Kind::chunks, 0, {}, {axes, moves, 0, 0}}, seconds});
  }
  return options;
}

std::vector<Option> local_options(Problem const& item, Room const& room, Disk const& disk,
                                  std::string& why) {
  std::vector<Option> options;
  std::uint64_t batch = 0;
  while (batch < item.axes.size() && item.axes[batch] == batch) ++batch;
  LocalNumbers numbers{batch, 1};
  why = "items do not fit in memory";
  if (!Local::fits(item, numbers) || Local::buffer_bytes(item, numbers) > room.group)
    return options;
  std::uint64_t const page = item.page;
  std::uint64_t const one = item_bytes(item, batch);
  for (std::uint64_t part = 1; part <= 8; part *= 2) {
    numbers.pages =
        std::min((room.group - 2 * one - 3 * page) / page / part, div_up(item.bytes(), page));
    if (numbers.pages == 0) break;
    if (numbers.pages * 3 * page + one > room.spare && item.bytes() > room.spare) {
      why = "the spare disk is too small";
      continue;
    }
    double const bytes = number(item.bytes());
    double const groups = bytes / number(numbers.pages * page) + 1;
    double const seconds = disk.read.seconds(2 * groups, 2 * bytes + groups * number(one)) +
                           disk.write.seconds(2 * groups, 2 * bytes) +
                           2 * groups * disk.flush_seconds;
    options.push_back({{Kind::local, 0, {}, {batch, numbers.pages, 0, 0}}, seconds});
  }
  return options;
}

std::vector<Option> ring_options(Problem const& problem, Room const& room, std::string& why) {
  std::vector<Option> options;
  std::uint64_t const page = problem.page;
  why = "it is no square, and no batch of items that fit in memory";
  std::uint64_t const most = std::min(room.group, room.spare / 4);
  if (most <= 2 * page) return options;
  std::size_t batch = 0;
  while (batch < problem.axes.size() && problem.axes[batch] == batch) ++batch;
  std::uint64_t item = problem.bytes();
  for (std::size_t k = 0; k <= batch && k < problem.extents.size(); ++k) {
    if (item <= most - 2 * page) {
      std::uint64_t const items = problem.bytes() / item;
      std::uint64_t const of_group = std::min(items, (most - 2 * page) / item);
      options.push_back({{Kind::ring_items, 0, problem.axes, {k, of_group, 0, 0}}, 0});
      return options;
    }
    if (k < batch) item /= problem.extents[k];
  }
  RingSquares::Square const square = RingSquares::square_of(problem);
  if (square.batch == 0) return options;
  why = "tiles whose rows are two pages long do not fit in memory";
  std::uint64_t const tile = largest(square.n / 3, [&](std::uint64_t n) {
    return 2 * laid_bytes({{n, square.n * square.element}}, n * square.element, page) <= most;
  });
  for (std::uint64_t n = tile; n > 0; --n) {
    if (n * square.element < 2 * page) break;
    if (!RingSquares::fits(square, n, page)) continue;
    options.push_back({{Kind::ring_squares, 0, problem.axes, {n, 0, 0, 0}}, 0});
    break;
  }
  return options;
}

}  // namespace isomer::files
