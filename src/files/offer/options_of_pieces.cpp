// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "files/offer/options.hpp"
#include "files/offer/price.hpp"
#include "files/schedule/pages.hpp"
#include "files/schedule/panels.hpp"
#include "files/schedule/slots.hpp"
#include "files/schedule/wide.hpp"

/// Ways that cut rows, of the result or of the source, into pieces of whole pages.
namespace isomer::files {
namespace {

constexpr std::uint64_t longest_piece = std::uint64_t{1} << 24;

/// Reads of a group like the first one.
double reading_of(Panels const& panels, std::uint64_t rows, std::uint64_t bytes, bool heads,
                  Disk const& disk) {
  Group group;
  panels.collect(group, panels.tile(rows, 0), 0, bytes, heads);
  return disk.read.seconds(requests_of(group.reads), bytes_of(group.reads, number(disk.page)));
}

/// Sizes of pieces, whole pages from one page up to `most`, at most an eighth and a page apart.
std::vector<std::uint64_t> piece_sizes(std::uint64_t page, std::uint64_t most) {
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t pages = 1; pages * page <= most; pages += 1 + pages / 8)
    sizes.push_back(pages * page);
  return sizes;
}

/// Pieces of a row, and the bytes of one.
struct Cut {
  std::uint64_t pieces;
  std::uint64_t piece;
};

/// From many to few pieces of up to `most` bytes; as large as that number of them can be, so that
/// the gaps between rows are small.
std::vector<Cut> cuts_of(std::uint64_t row, std::uint64_t page, std::uint64_t most) {
  std::vector<Cut> cuts;
  for (std::uint64_t const size : piece_sizes(page, std::min(most, longest_piece))) {
    std::uint64_t const pieces = Slots::pieces(row, size, page);
    if (pieces == 0) break;
    if (cuts.empty() || pieces != cuts.back().pieces)
      cuts.push_back({pieces, round_down((row - (page - 1)) / pieces, page)});
  }
  return cuts;
}

/// The most rows of a tile that fit in a buffer, or fewer that make tiles alike.
std::uint64_t tile_rows(Panels const& panels, std::uint64_t bytes, bool heads, std::uint64_t most) {
  std::uint64_t const rows = largest(panels.rows(), [&](std::uint64_t n) {
    return std::max(panels.in_bytes(n, bytes, heads), panels.out_bytes(n, bytes, heads)) <= most;
  });
  if (rows == 0) return 0;
  std::uint64_t const alike = div_up(panels.rows(), panels.tiles(rows));
  return panels.tiles(alike) == panels.tiles(rows) ? alike : rows;
}

}  // namespace

std::vector<Option> slots_options(Problem const& item, Room const& room, Disk const& disk,
                                  std::string& why) {
  std::vector<Option> options;
  std::size_t const cut = Slots::cut_of(item);
  if (item.axes.size() < 2 || item.axes[cut] != 0) {
    why = "the slowest axis does not become the fastest";
    return options;
  }
  Panels const panels(item, cut);
  std::uint64_t const page = item.page;
  std::uint64_t const row = panels.row_bytes();
  // Tables are a small part of memory.
  std::uint64_t const most_table = std::min(most_pieces, room.group / 8 + 4096);
  why = "rows of the result are shorter than two pages";
  for (auto const& [pieces, slot] : cuts_of(row, page, room.group)) {
    if (pieces > most_table / panels.rows()) {
      why = "there would be too many pieces";
      continue;
    }
    std::uint64_t const gap = row - pieces * slot;
    std::uint64_t const most = tile_rows(panels, slot + page - 1, false, room.group);
    std::uint64_t const gap_rows = tile_rows(panels, gap, true, room.group);
    if (most == 0 || gap_rows == 0 || panels.in_bytes(1, page - 1, false) > room.group) {
      why = "a group does not fit in memory";
      break;
    }
    std::uint64_t const dumps = panels.tiles(gap_rows) * panels.out_bytes(gap_rows, gap, true);
    double const all = number(pieces * panels.rows());
    double const bytes = all * number(slot);
    // Panels go to places that follow each other, rows apart.
    double moving = disk.write.seconds(number(panels.rows()), bytes) +
                    disk.write.seconds(all, bytes) + disk.read.seconds(all, bytes);
    moving += 2 * disk.write.seconds(number(panels.rows()), number(dumps)) +
              disk.read.seconds(number(panels.tiles(gap_rows)), number(dumps)) +
              number(panels.tiles(gap_rows)) * reading_of(panels, gap_rows, gap, true, disk);
    std::uint64_t const moves = std::max<std::uint64_t>(1, room.group / slot);
    moving += number(div_up(pieces * panels.rows(), moves)) * disk.flush_seconds;
    // Pieces of the first panel, of two groups, and as many as gaps take the place of.
    std::uint64_t const in_spare = panels.rows() * (slot + gap);
    // Smaller groups take less spare disk.
    for (std::uint64_t tile = most; tile > 0 && tile >= most / 16; tile /= 2) {
      std::uint64_t const spare =
          dumps + std::min(in_spare + 2 * tile * slot, pieces * panels.rows() * slot);
      if (spare / 2 > room.spare) {
        why = "the spare disk is too small";
        continue;
      }
      std::uint64_t const groups = pieces * panels.tiles(tile);
      double seconds =
          moving + number(groups) * (reading_of(panels, tile, slot + page - 1, false, disk) +
                                     disk.flush_seconds);
      // How much it is the schedule itself says: these are looked at last.
      if (spare > room.spare) seconds *= 4 * number(spare) / number(room.spare + 1);
      options.push_back({{Kind::slots, 0, {}, {slot, tile, gap_rows, moves}}, seconds});
    }
  }
  sort_by_price(options);
  return options;
}

std::vector<Option> wide_options(Problem const& item, Room const& room, Disk const& disk,
                                 std::string& why) {
  std::vector<Option> options;
  std::size_t last = item.axes.size();
  std::uint64_t element = item.element_bytes;
  if (item.axes.back() + 1 == last) element *= item.extents[--last];
  if (last < 2 || item.axes.front() + 1 != last) {
    why = "the fastest axis does not become the slowest";
    return options;
  }
  std::uint64_t const page = item.page;
  std::uint64_t const row = item.extents[last - 1] * element;
  std::uint64_t const rows = item.bytes() / row;
  why = "rows of the source are shorter than two pages";
  for (auto const& [pieces, piece] : cuts_of(row, page, room.group)) {
    if (pieces > most_pieces / rows) {
      why = "there would be too many pieces";
      continue;
    }
    if (Wide::buffer_bytes(item, piece) > room.group) {
      why = "a piece of each row of the source does not fit in memory";
      break;
    }
    std::uint64_t const gaps = item.bytes() + 2 * page * (rows + 1) - pieces * rows * piece;
    if (2 * rows * piece + gaps > room.spare && pieces > 2) {
      why = "the spare disk is too small";
      continue;
    }
    double const all = number(pieces * rows);
    double const bytes = all * number(piece);
    std::uint64_t const moves = std::max<std::uint64_t>(1, room.group / piece);
    // Assembling reads pieces that follow each other, and where rows begin at other places within
    // their pages a page or two more of each row's next piece.
    double const apart = row % page == 0 ? 0 : all;
    double seconds = disk.read.seconds(all + number(rows + pieces) + apart,
                                       2 * bytes + apart * number(2 * page)) +
                     disk.write.seconds(all + number(pieces), 2 * bytes);
    seconds += number(div_up(pieces * rows, moves) + pieces) * disk.flush_seconds;
    std::uint64_t const gap_rows =
        std::max<std::uint64_t>(1, room.group / (row - pieces * piece + 2 * page));
    options.push_back({{Kind::wide, 0, {}, {piece, moves, gap_rows, 1}}, seconds});
  }
  sort_by_price(options);
  return options;
}

std::vector<Option> transfer_options(Problem const& problem, Room const& room, Disk const& disk,
                                     std::string& why) {
  std::vector<Option> options;
  std::uint64_t const page = problem.page;
  std::uint64_t const chunk =
      std::max(page, round_down(std::min(room.group, std::uint64_t{1} << 26), page));
  if (problem.bytes() + 2 * page <= room.group) {
    options.push_back({{Kind::transfer, 0, problem.axes, {0, 0, 1, chunk}}, 0});
    return options;
  }
  why = "boxes whose runs are a page long do not fit in memory";
  for (std::size_t cut = 0; cut < problem.axes.size(); ++cut) {
    Panels const panels(problem, cut);
    std::uint64_t const row = panels.row_bytes();
    std::uint64_t const most = std::min(room.group, longest_piece);
    for (std::uint64_t const run : piece_sizes(page, most)) {
      std::uint64_t const pieces = Slots::pieces(row, run, page);
      if (pieces == 0) break;
      if (pieces > most_pieces / panels.rows()) continue;
      std::uint64_t const behind = row - (pieces - 1) * run;
      // The last row's last piece has a page of what is behind the array.
      std::uint64_t const group = room.group - std::min(room.group, 2 * page);
      std::uint64_t const tile = std::min(tile_rows(panels, run + page - 1, false, group),
                                          tile_rows(panels, behind, true, group));
      if (tile == 0) continue;
      std::uint64_t const tiles = panels.tiles(tile);
      double seconds =
          number(tiles * (pieces - 1)) * reading_of(panels, tile, run + page - 1, false, disk) +
          number(tiles) * reading_of(panels, tile, behind, true, disk);
      seconds += disk.write.seconds(number(pieces * panels.rows()), number(problem.bytes()));
      seconds += number(tiles * pieces) * disk.flush_seconds;
      options.push_back({{Kind::transfer, 0, problem.axes, {cut, run, tile, chunk}}, seconds});
    }
  }
  sort_by_price(options);
  return options;
}

}  // namespace isomer::files
