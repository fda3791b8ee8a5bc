// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/tile_features.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "cost/lines.hpp"
#include "cost/real.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "tile/host/job.hpp"
#include "tiling/skewed.hpp"
#include "tiling/tile_roles.hpp"

namespace isomer::detail {
namespace {

constexpr std::int64_t line = tile::line_bytes;
constexpr std::int64_t page = 4096;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// Counts the work of tiles that are alike.
class TileCounter {
 public:
  TileCounter(Problem const& normal, Candidate const& candidate, Machine const& machine)
      : normal_(normal),
        candidate_(candidate),
        machine_(machine),
        word_(normal.element_bytes),
        height_(machine.isa.vector_bytes / word_),
        order_(output_order(normal)) {}

  /// Adds up all tiles: whole ones, and those cut short by the end of each axis.
  Features count() {
    std::array<int, max_axes> cut{};
    int cuts = 0;
    std::int64_t tiles = 1;
    for (int k = 0; k < normal_.rank; ++k) {
      tile_.extent[at(k)] = slice(k);
      tiles *= axis(k).extent / slice(k);
      if (axis(k).extent % slice(k) != 0) cut[at(cuts++)] = k;
    }
    find_walk();
    for (unsigned edges = 0; edges < 1U << static_cast<unsigned>(cuts); ++edges) {
      std::int64_t alike = tiles;
      for (int c = 0; c < cuts; ++c) {
        int const k = cut[at(c)];
        bool const is_cut = (edges >> static_cast<unsigned>(c) & 1U) != 0;
        tile_.extent[at(k)] = is_cut ? axis(k).extent % slice(k) : slice(k);
        if (is_cut) alike /= axis(k).extent / slice(k);
      }
      add(real(alike));
    }
    return sum_;
  }

 private:
  static std::size_t at(int k) { return static_cast<std::size_t>(k); }
  Axis const& axis(int k) const { return normal_.axis[at(k)]; }
  std::int64_t slice(int k) const { return candidate_.tiling.slice.extent[at(k)]; }
  bool is_copy() const { return order_[0] == 0; }

  /// As tile::way_bytes for the second-level cache: 128 KiB in one of 1 MiB.
  std::int64_t second_way_bytes() const { return machine_.l2_bytes / tile::ways; }

  /// How many tiles are walked from one to its neighbour along each axis.
  void find_walk() {
    int const first = candidate_.tiling.walk == Walk::along_output
                          ? output_run(normal_, candidate_.tiling.slice, order_).cut
                          : -1;
    std::int64_t tiles = first < 0 ? 1 : ceil_div(axis(first).extent, slice(first));
    if (first >= 0) tiles_between_[at(first)] = candidate_.tiling.group;
    for (int k = 0; k < normal_.rank; ++k) {
      if (k == first) continue;
      tiles_between_[at(k)] = tiles;
      tiles *= ceil_div(axis(k).extent, slice(k));
    }
  }

  /// Bytes to which the starts of all tiles' runs on one side are aligned.
  template <class Stride>
  std::int64_t alignment(SliceRun const& run, Stride const& stride, std::int64_t offset) const {
    std::int64_t starts = offset;
    for (int k = 0; k < normal_.rank; ++k) {
      bool const in_run = (run.mask >> static_cast<unsigned>(k) & 1U) != 0;
      if (in_run && k != run.cut) continue;
      starts |= (in_run ? slice(k) : 1) * stride(k) * word_;
    }
    return alignment_of(starts);
  }

  /// Pages in which so many indices of each axis lie.
  template <class Stride, class Extent>
  double pages(Stride const& stride, Extent const& indices) const {
    double touched = 1;
    for (int k = 0; k < normal_.rank; ++k)
      touched *=
          std::max(1.0, real(indices(k)) * real(std::min(page, stride(k) * word_)) / real(page));
    return touched;
  }

  /// Pages of the output that are touched until the walk comes to the neighbour along `last`.
  double swept_pages(int last) const {
    auto const indices = [&](int k) {
      return tiles_between_[at(k)] < tiles_between_[at(last)] ? axis(k).extent
                                                              : tile_.extent[at(k)];
    };
    return pages([this](int k) { return axis(k).dst_stride; }, indices);
  }

  /// Whether the lines that runs fill in part are completed before they are written.
  bool is_carried(SliceRun const& out) const {
    return candidate_.tiling.walk == Walk::along_output && candidate_.tiling.mode.streams &&
           out.cut >= 0 && out.words * word_ >= line;
  }

  /// Places in the cache for rows that are `stride` words apart.
  double places(std::int64_t rows, std::int64_t stride, std::int64_t way_bytes) const {
    std::int64_t const step = std::max(line, stride * word_);
    return real(std::min(rows, way_bytes / std::min(way_bytes, step & -step)));
  }

  /// The part of the tile's rows that finds its places in the second-level cache taken: strides of
  /// large powers of two.
  double conflicts(unsigned columns) const {
    double rows = 1;
    double found = 1;
    for (int k = 0; k < normal_.rank; ++k) {
      if ((columns >> static_cast<unsigned>(k) & 1U) != 0) continue;
      rows *= real(tile_.extent[at(k)]);
      found *= places(tile_.extent[at(k)], axis(k).src_stride, second_way_bytes());
    }
    found = std::min(found, real(second_way_bytes() / line));
    return std::max(0.0, 1 - real(tile::ways) * found / rows);
  }

  /// The same of a block's rows in the first-level cache. A block takes each line in several steps.
  double thrashing() const {
    int const row_axis = order_[0];
    std::int64_t const rows = std::min(height_, tile_.extent[at(row_axis)]);
    double const found = places(rows, axis(row_axis).src_stride, tile::way_bytes);
    return std::max(0.0, 1 - real(tile::ways) * found / real(rows));
  }

  /// How far lines that leave the registers one after the other, each in another row of the output,
  /// are written to the same few places in memory: from 0, where these places are 32 lines apart or
  /// more, to 1 (3000 x n doubles, n a multiple of 8, 16, 32, ..: 0.88, 0.84, 0.67, 0.43, 0.35,
  /// 0.31 of copy; 0.60 through a buffer, whatever n). Pairs of lines (lines_abreast) count no
  /// less: they reach 0.70 with rows 512 bytes apart, but 0.45 with 1 KiB, and fitted to half the
  /// number the model preferred them to the buffer there (2320 x 59 x 384 doubles reversed: 0.66,
  /// 0.49).
  double clashes(SliceRun const& in) const {
    constexpr std::int64_t burst = 16;
    std::int64_t lines = 1;
    double found = 1;
    for (int k = 0; k < normal_.rank && lines < burst; ++k) {
      if ((in.mask >> static_cast<unsigned>(k) & 1U) == 0 || k == order_[0]) continue;
      lines *= tile_.extent[at(k)];
      found *= places(tile_.extent[at(k)], axis(k).dst_stride, page);
    }
    return std::clamp((5 - std::log2(found)) / 4, 0.0, 1.0);
  }

  /// From 0, where two buffers and what is fetched ahead fill half the second-level cache, to 1.
  double crowding() const {
    double const half = real(machine_.l2_bytes) / 2;
    double const live = real(2 * slice_bytes(normal_, candidate_.tiling.slice) +
                             candidate_.tiling.mode.prefetch_lines * line);
    return std::clamp(live / half - 1, 0.0, 1.0);
  }

  void add(double alike) {
    auto const src = [this](int k) { return axis(k).src_stride; };
    auto const dst = [this](int k) { return axis(k).dst_stride; };
    double volume = 1;
    for (int k = 0; k < normal_.rank; ++k) volume *= real(tile_.extent[at(k)]);

    SliceRun const out = output_run(normal_, tile_, order_);
    double const runs = volume / real(out.words) * alike;
    bool const is_near =
        out.last >= 0 &&
        real(tiles_between_[at(out.last)]) * volume * real(word_) < real(machine_.l2_bytes) / 2;
    put(Feature::output_runs, runs);
    double in_part =
        runs * lines_in_part(out.words * word_, alignment(out, dst, normal_.dst_offset));
    if (is_carried(out)) {
      if (candidate_.tiling.mode.staged) put(Feature::carried_lines, in_part / 2);
      in_part /= real(ceil_div(axis(out.cut).extent, slice(out.cut)));
    }
    double const all_lines = alike * volume * real(word_) / real(line);
    put(is_near ? Feature::near_part_lines : Feature::part_lines, in_part);
    put(Feature::early_part_lines, std::min(in_part, all_lines / 8));
    put(Feature::first_part_lines, std::min(in_part, all_lines / 32));
    double const touched = alike * pages(dst, [this](int k) { return tile_.extent[at(k)]; });
    put(Feature::output_pages, touched);
    if (out.last >= 0 && swept_pages(out.last) > machine_.tlb_entries)
      put(Feature::output_page_walks, touched);

    SliceRun const in = input_run(normal_, tile_);
    double const pieces = volume / real(in.words) * alike;
    double const lines =
        pieces * lines_touched(in.words * word_, alignment(in, src, normal_.src_offset));
    // The tiles of a band read the same rows on.
    put(Feature::input_pieces, pieces / real(candidate_.tiling.group));
    put(Feature::input_lines, lines);
    if (candidate_.tiling.mode.streams && candidate_.tiling.mode.prefetch_lines == 0) {
      put(Feature::followed_pieces, pieces);
      put(Feature::followed_lines, lines);
    }
    if (candidate_.tiling.mode.streams && !candidate_.tiling.mode.staged && !is_copy())
      put(Feature::clashing_lines, all_lines * clashes(in));
    put(Feature::input_pages, alike * pages(src, [this](int k) { return tile_.extent[at(k)]; }));
    put(Feature::conflicting_lines, lines * conflicts(in.mask));
    if (!is_copy()) put(Feature::thrashing_lines, lines * thrashing());

    put(Feature::tiles, alike);
    double const bytes = volume * real(word_);
    put(Feature::bytes, alike * bytes);
    if (candidate_.tiling.mode.staged) {
      put(weaves(out) ? Feature::woven_bytes : Feature::staged_bytes, alike * bytes);
      if (bytes > real(machine_.l1_bytes)) put(Feature::spilled_bytes, alike * bytes);
      put(Feature::crowded_bytes, alike * bytes * crowding());
    }
    if (candidate_.tiling.mode.skewed) add_slanted(alike, volume, out);
    else if (candidate_.tiling.mode.indirect) add_gathers(alike, volume);
    else if (!is_copy()) add_blocks(alike, volume, out);
  }

  /// Each word of a line is loaded from a row of its own, whose offset is loaded before if the rows
  /// are of several axes; about sixteen instructions that do not run beside the loads put vectors
  /// together, store them and find the next column.
  void add_slanted(double alike, double volume, SliceRun const& out) {
    put(Feature::slanted_bytes, alike * volume * real(word_));
    TileRoles const roles = skewed_roles(normal_, tile_, out);
    double const words = real(line / word_);
    double const each = (roles.row_axes > 1 ? 2 : 1) * words + 16;
    double const groups = alike * volume / real(roles.rows * roles.columns);
    put(Feature::blocks, groups * real(ceil_div(roles.rows, tile::skewed_rows)));
    put(Feature::instructions, alike * volume / words * each);
  }

  TileRoles roles(SliceRun const& out) const {
    return tile_roles(normal_, tile_, out.axes, machine_.isa);
  }

  /// Whether blocks can weave, as far as the model looks: they are as high as a line.
  bool weaves(SliceRun const& out) const {
    return candidate_.tiling.mode.pipelined && roles(out).rows * word_ >= line;
  }

  /// Of a word that is gathered: its place, its load, its store, and a part of the loop.
  void add_gathers(double alike, double volume) {
    constexpr double instructions_of_word = 3.25;
    constexpr double words_of_block = 256;
    put(Feature::blocks, alike * volume / words_of_block);
    put(Feature::instructions, alike * volume * instructions_of_word);
  }

  void add_blocks(double alike, double volume, SliceRun const& out) {
    TileRoles const roles = this->roles(out);
    double const groups = alike * volume / real(roles.rows * roles.columns);
    put(Feature::blocks,
        groups * real(ceil_div(roles.rows, height_)) * real(ceil_div(roles.columns, line / word_)));
    put(Feature::instructions, alike * roles.instructions);
  }

  void put(Feature feature, double amount) { value_of(sum_, feature) += amount; }

  Problem const& normal_;
  Candidate const& candidate_;
  Machine const& machine_;
  std::int64_t word_;
  std::int64_t height_;
  std::array<int, max_axes> order_;
  Slice tile_;
  std::array<std::int64_t, max_axes> tiles_between_{};
  Features sum_{};
};

}  // namespace

Features tile_features(Problem const& normal, Candidate const& candidate, Machine const& machine) {
  return TileCounter(normal, candidate, machine).count();
}

}  // namespace isomer::detail
