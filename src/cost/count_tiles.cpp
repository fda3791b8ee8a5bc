// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/count_tiles.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "cost/lines.hpp"
#include "cost/real.hpp"
#include "index/rounding.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "tile/host/job.hpp"
#include "tiling/gathered_vectors.hpp"
#include "tiling/skewed.hpp"
#include "tiling/tile_roles.hpp"

namespace isomer::detail {
namespace {

constexpr std::int64_t line_size = tile::line_bytes;
constexpr std::int64_t page_bytes = 4096;

/// Lines that miss the second-level cache for want of places, and lines that meet in the same banks
/// of the memory, in units of one that misses the first-level cache (doc/model.md).
constexpr double conflict_weight = 0.15;
constexpr double bank_weight = 0.5;
/// Lines filled in part that are completed while a cache has them, and those carried over from tile
/// to tile, in units of those completed later.
constexpr double near_weight = 0.3;
constexpr double carried_weight = 0.6;
/// The first of them, up to one line in this many, stall most.
constexpr double stall_weight = 1.5;
constexpr double stall_lines = 16;
/// Bytes that are transposed while others leave the buffer; what a buffer costs more that fills the
/// first-level cache, and one that with the source fills half the second.
constexpr double pipelined_weight = 0.62;
constexpr double spilled_weight = 0.15;
constexpr double full_cache_weight = 0.7;
/// Of a short run that is copied (24e6 of 3 bytes on a Granite Rapids: 2.4 ns each, 1.7 more than
/// the same bytes in long ones).
constexpr double run_instructions = 20;
/// Of a word that is gathered: the place, the load and the store, and a part of the loop.
constexpr double gather_instructions = 3.25;

/// Counts the work of tiles that are alike.
class TileCounter {
 public:
  TileCounter(NormalProblem const& normal, Tiling const& tiling, Machine const& machine)
      : normal_(normal),
        tiling_(tiling),
        machine_(machine),
        word_(normal.element_bytes),
        dst_word_(normal.dst_element_bytes()),
        order_(normal.out_order) {}

  /// Adds up all tiles: whole ones, and those cut short by the end of each axis.
  Work count() {
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
  std::int64_t slice(int k) const { return tiling_.slice.extent[at(k)]; }
  bool is_copy() const { return copies_runs(normal_, tiling_.mode); }

  /// As tile::way_bytes for the second-level cache: 128 KiB in one of 1 MiB.
  std::int64_t second_way_bytes() const { return machine_.l2_bytes / tile::ways; }

  /// How many tiles are walked from one to its neighbour along each axis.
  void find_walk() {
    int const first =
        tiling_.walk == Walk::along_output ? output_run(normal_, tiling_.slice).cut : -1;
    std::int64_t tiles = first < 0 ? 1 : ceil_div(axis(first).extent, slice(first));
    if (first >= 0) tiles_between_[at(first)] = tiling_.group;
    for (int k = 0; k < normal_.rank; ++k) {
      if (k == first) continue;
      tiles_between_[at(k)] = tiles;
      tiles *= ceil_div(axis(k).extent, slice(k));
    }
  }

  /// Bytes to which the starts of all tiles' runs on one side are aligned.
  template <class Stride>
  std::int64_t alignment(SliceRun const& run, Stride const& stride, std::int64_t word,
                         std::int64_t offset) const {
    std::int64_t starts = offset;
    for (int k = 0; k < normal_.rank; ++k) {
      bool const in_run = (run.mask >> static_cast<unsigned>(k) & 1U) != 0;
      if (in_run && k != run.cut) continue;
      starts |= (in_run ? slice(k) : 1) * stride(k) * word;
    }
    return alignment_of(starts);
  }

  /// Pages in which these many indices of each axis lie.
  template <class Stride, class Extent>
  double pages(Stride const& stride, std::int64_t word, Extent const& indices) const {
    double touched = 1;
    for (int k = 0; k < normal_.rank; ++k)
      touched *= std::max(
          1.0, real(indices(k)) * real(std::min(page_bytes, stride(k) * word)) / real(page_bytes));
    return touched;
  }

  /// Pages of the output that are touched until the walk comes to the neighbour along `last`.
  double swept_pages(int last) const {
    auto const indices = [&](int k) {
      return tiles_between_[at(k)] < tiles_between_[at(last)] ? axis(k).extent
                                                              : tile_.extent[at(k)];
    };
    return pages([this](int k) { return axis(k).dst_stride; }, dst_word_, indices);
  }

  /// Whether the lines that runs fill in part are completed before they are written.
  bool is_carried(SliceRun const& out) const {
    return tiling_.walk == Walk::along_output && tiling_.mode.streams && out.cut >= 0 &&
           out.words * dst_word_ >= line_size;
  }

  /// Places in the cache for rows that are `stride` words apart.
  double places(std::int64_t rows, std::int64_t stride, std::int64_t way_bytes) const {
    std::int64_t const step = std::max(line_size, stride * word_);
    return real(std::min(rows, way_bytes / std::min(way_bytes, step & -step)));
  }

  /// The part of the tile's rows that finds its places in the second-level cache taken: strides of
  /// large powers of two.
  double conflicts(std::uint64_t columns) const {
    double rows = 1;
    double found = 1;
    for (int k = 0; k < normal_.rank; ++k) {
      if ((columns >> static_cast<unsigned>(k) & 1U) != 0) continue;
      rows *= real(tile_.extent[at(k)]);
      found *= places(tile_.extent[at(k)], axis(k).src_stride, second_way_bytes());
    }
    found = std::min(found, real(second_way_bytes() / line_size));
    return std::max(0.0, 1 - real(tile::ways) * found / rows);
  }

  /// The same of a block's rows in the first-level cache. A block takes each line in several steps.
  double set_conflicts() const {
    int const row_axis = order_[0];
    std::int64_t const height = machine_.isa.vector_bytes / word_;
    std::int64_t const rows = std::min(height, tile_.extent[at(row_axis)]);
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
  double bank_conflicts(SliceRun const& in) const {
    constexpr std::int64_t burst = 16;
    std::int64_t lines = 1;
    double found = 1;
    for (int k = 0; k < normal_.rank && lines < burst; ++k) {
      if ((in.mask >> static_cast<unsigned>(k) & 1U) == 0 || k == order_[0]) continue;
      lines *= tile_.extent[at(k)];
      found *= places(tile_.extent[at(k)], axis(k).dst_stride, page_bytes);
    }
    return std::clamp((5 - std::log2(found)) / 4, 0.0, 1.0);
  }

  /// From 0, where two buffers and what is fetched ahead fill half the second-level cache, to 1.
  double fill_of_cache() const {
    double const half = real(machine_.l2_bytes) / 2;
    double const live =
        real(2 * slice_bytes(normal_, tiling_.slice) + tiling_.mode.prefetch_lines * line_size);
    return std::clamp(live / half - 1, 0.0, 1.0);
  }

  void add(double alike) {
    tile_words_ = 1;
    for (int k = 0; k < normal_.rank; ++k) tile_words_ *= real(tile_.extent[at(k)]);
    sum_.bytes += alike * tile_words_ * real(word_ + dst_word_) / 2;
    SliceRun const out = output_run(normal_, tile_);
    add_source(alike);
    add_destination(alike, out);
    if (tiling_.mode.skewed) return add_skewed(alike, out);
    TileRoles roles;
    if (tiling_.mode.gathers()) roles.instructions = instructions_of_word() * tile_words_;
    else if (!is_copy()) roles = tile_roles(normal_, tile_, out.axes, machine_.isa);
    else if (has_short_runs(normal_))
      roles.instructions = run_instructions * tile_words_ / real(tile_.extent[0]);
    sum_.instructions += alike * roles.instructions;
    // Blocks can be pipelined, as far as the model looks, where they are as high as a line.
    if (tiling_.mode.staged)
      add_buffer(alike, tiling_.mode.pipelined && roles.rows * word_ >= line_size);
  }

  /// Of one that is gathered, in a vector or by itself.
  double instructions_of_word() const {
    GatheredRun const run = gathered_run(normal_, tile_, tiling_.mode, machine_.isa);
    return run.axes > 0 ? run.instructions : gather_instructions;
  }

  void add_source(double alike) {
    auto const stride = [this](int k) { return axis(k).src_stride; };
    SliceRun const in = input_run(normal_, tile_);
    double const runs = alike * tile_words_ / real(in.words);
    double const lines =
        runs * lines_touched(in.words * word_, alignment(in, stride, word_, normal_.src_offset));
    // The tiles of a group read the same rows on.
    sum_.runs_read += runs / real(tiling_.group);
    sum_.lines_read += lines;
    sum_.pages_read += alike * pages(stride, word_, [this](int k) { return tile_.extent[at(k)]; });
    sum_.conflict_lines += conflict_weight * lines * conflicts(in.mask);
    if (is_copy()) return;
    sum_.conflict_lines += lines * set_conflicts();
    if (tiling_.mode.streams && !tiling_.mode.staged)
      sum_.conflict_lines += bank_weight * alike * tile_lines() * bank_conflicts(in);
  }

  void add_destination(double alike, SliceRun const& out) {
    auto const stride = [this](int k) { return axis(k).dst_stride; };
    double const runs = alike * tile_words_ / real(out.words);
    sum_.runs_written += runs;
    double partial = runs * lines_in_part(out.words * dst_word_,
                                          alignment(out, stride, dst_word_, normal_.dst_offset));
    if (is_carried(out)) {
      if (tiling_.mode.staged) sum_.lines_partial += carried_weight * partial;
      partial /= real(ceil_div(axis(out.cut).extent, slice(out.cut)));
    }
    sum_.lines_partial += (is_completed_soon(out) ? near_weight : 1) * partial +
                          stall_weight * std::min(partial, alike * tile_lines() / stall_lines);
    if (out.last >= 0 && swept_pages(out.last) > machine_.tlb_entries)
      sum_.pages_written +=
          alike * pages(stride, dst_word_, [this](int k) { return tile_.extent[at(k)]; });
  }

  /// Whether the next tiles complete the lines that a run fills in part while a cache has them.
  bool is_completed_soon(SliceRun const& out) const {
    return out.last >= 0 && real(tiles_between_[at(out.last)]) * tile_words_ * real(word_) <
                                real(machine_.l2_bytes) / 2;
  }

  void add_buffer(double alike, bool is_pipelined) {
    double const bytes = tile_words_ * real(word_);
    double const times = (is_pipelined ? pipelined_weight : 1) +
                         (bytes > real(machine_.l1_bytes) ? spilled_weight : 0) +
                         full_cache_weight * fill_of_cache();
    sum_.buffered_bytes += times * alike * bytes;
  }

  /// Where tiles are rotated, n x n words in vectors of n take the rows of a line more, a
  /// choice for each bit of a row's number in a line and each vector that is left, log2(n) stages
  /// of n shuffles, and n stores. Else each word of a line is loaded from a row of its own, whose
  /// offset is loaded before if the rows are of several axes; about sixteen instructions that do
  /// not run beside the loads put vectors together, store them and find the next column.
  void add_skewed(double alike, SliceRun const& out) {
    double const words = real(line_size / word_);
    TileRoles const roles = skewed_roles(normal_, tile_, out);
    double const row_loads = roles.row_axes > 1 ? 2 : 1;
    if (!is_rotated(normal_, roles)) {
      sum_.instructions += alike * tile_words_ / words * (row_loads * words + 16);
      return;
    }
    double const n = real(machine_.isa.vector_bytes / word_);
    double const rows = n + words - 1;
    double const choices = std::log2(words) * (n - 1) + words - 1;
    double const of_square = row_loads * rows + choices + std::log2(n) * n + 2 * n;
    double const columns = real(roles.columns);
    double const filled = columns / (n * std::ceil(columns / n));
    sum_.instructions += alike * tile_words_ / (n * n * filled) * of_square;
  }

  /// Lines that the tile fills.
  double tile_lines() const { return tile_words_ * real(dst_word_) / real(line_size); }

  NormalProblem const& normal_;
  Tiling const& tiling_;
  Machine const& machine_;
  std::int64_t word_;
  std::int64_t dst_word_;
  std::array<int, max_axes> order_;
  Slice tile_;
  std::array<std::int64_t, max_axes> tiles_between_{};
  double tile_words_ = 1;
  Work sum_;
};

}  // namespace

Work count_tiles(NormalProblem const& normal, Tiling const& tiling, Machine const& machine) {
  return TileCounter(normal, tiling, machine).count();
}

}  // namespace isomer::detail
