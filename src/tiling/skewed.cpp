// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/skewed.hpp"

#include <algorithm>
#include <array>
#include <bitset>

#include "problem/order.hpp"
#include "tile/host/job.hpp"

namespace isomer::detail {
namespace {

/// So much of each row that hardware follows it, while the rows read concurrently stay in the
/// second-level cache until the next ones have used what they share: 7001 x 7001 doubles 152 ns/KiB
/// with 4 KiB, 137 with 8, 143 with 12, 166 with 16 (Zen 3, a loop for matrices).
constexpr std::int64_t skewed_piece_bytes = 8 << 10;
/// Rows of a tile make runs of this size where they continue in the next.
constexpr std::int64_t least_rows_bytes = 2 * tile::line_bytes;
constexpr std::int64_t most_rows_bytes = 1024;

/// Rows up to this size are taken whole where columns follow each other behind them.
constexpr std::int64_t most_whole_rows_bytes = 4 << 10;

/// Tiles have no more bytes, and no less if the threads want them smaller.
constexpr std::int64_t least_tile_bytes = 64 << 10;
constexpr std::int64_t most_tile_bytes = 2 << 20;
/// Nor have they less columns then.
constexpr std::int64_t least_columns = 64;

/// Lines that runs of the output, from tile to tile, hold at minimum: the two at its ends are
/// stored word by word.
constexpr std::int64_t least_run_bytes = 16 * tile::line_bytes;
/// The least of a row that is in one piece: a block has as many columns.
constexpr std::int64_t least_columns_bytes = tile::line_bytes;
/// The same where rows are whole (1198, 100, 39, 17 columns of 17 rows of doubles 0.79, 0.65, 0.54,
/// 0.57 of copy; 0.68, 0.46, 0.70, 0.66 through a buffer).
constexpr std::int64_t least_of_whole_rows_bytes = 384;
/// The same where rows lie side by side in the source, for words of 8 bytes; half of it for longer
/// ones (rows of 90, 201, 321 doubles 0.57, 0.53, 0.59 of copy through a buffer, 0.41, 0.54, 0.70
/// skewed; of 45, 90, 201 complex numbers 0.59, 0.48, 0.50 and 0.53, 0.61, 0.74).
constexpr std::int64_t least_adjacent_bytes = 2 << 10;

/// Lines that are written one after the other, each in another row of the output, are to lie in so
/// many different places of a page, or they meet in the same banks of the memory.
constexpr std::int64_t columns_seen = 16;
constexpr std::size_t least_places = 12;
constexpr std::int64_t bank_page_bytes = 4 << 10;

std::int64_t taken(Slice const& slice, int k) { return slice.extent[static_cast<std::size_t>(k)]; }

/// Axes of a run before the input's first, and their words.
struct Rows {
  int axes = 0;
  std::int64_t words = 1;
};
Rows rows_of(Slice const& slice, SliceRun const& run, std::array<int, max_axes> const& order) {
  Rows rows;
  for (; rows.axes < run.axes; ++rows.axes) {
    int const k = order[static_cast<std::size_t>(rows.axes)];
    if (k == 0) break;
    rows.words *= taken(slice, k);
  }
  return rows;
}

/// Whether no axis of a run lies behind the input's first, but for one of which the slice has one
/// index.
bool ends_with_first_axis(Slice const& slice, SliceRun const& run,
                          std::array<int, max_axes> const& order) {
  for (int j = rows_of(slice, run, order).axes + 1; j < run.axes; ++j)
    if (taken(slice, order[static_cast<std::size_t>(j)]) > 1) return false;
  return true;
}

/// Whether the last tile along the axis that cuts the output's run has rows enough to end a line
/// that begins in the one before it.
bool ends_in_whole_lines(NormalProblem const& normal, Slice const& slice, SliceRun const& run) {
  if (run.cut < 0) return true;
  std::int64_t const of_axis = taken(slice, run.cut);
  std::int64_t const last = run.words / of_axis * (axis_at(normal, run.cut).extent % of_axis);
  return last == 0 || last * normal.element_bytes >= tile::line_bytes;
}

/// Words of the output's run through all tiles along that axis.
std::int64_t whole_run_words(NormalProblem const& normal, Slice const& slice, SliceRun const& run) {
  if (run.cut < 0) return run.words;
  return run.words / taken(slice, run.cut) * axis_at(normal, run.cut).extent;
}

/// In how many different lines of a page the first columns' addresses in the output lie.
std::size_t places_of_columns(NormalProblem const& normal, Slice const& slice,
                              TileRoles const& roles, std::int64_t columns) {
  std::bitset<bank_page_bytes / tile::line_bytes> places;
  for (std::int64_t c = 0; c < std::min(columns, roles.columns); ++c) {
    std::int64_t rest = c;
    std::int64_t word = 0;
    for (int k = 0; k < roles.column_axes; ++k) {
      word += rest % taken(slice, k) * axis_at(normal, k).dst_stride;
      rest /= taken(slice, k);
    }
    places.set(
        static_cast<std::size_t>(word * normal.element_bytes % bank_page_bytes / tile::line_bytes));
  }
  return places.count();
}

/// Whether the axis behind the columns continues them: in a run of the output they are of one.
bool goes_on_with_columns(NormalProblem const& normal, Slice const& tile,
                          SliceRun const& output_run, TileRoles const& roles) {
  int const k = roles.column_axes;
  return k < normal.rank && !has_first_axis(output_run) &&
         (output_run.mask >> static_cast<unsigned>(k) & 1U) == 0 &&
         taken(tile, k - 1) == axis_at(normal, k - 1).extent &&
         axis_at(normal, k).src_stride == roles.columns;
}

/// What columns have to be in one piece of a row.
std::int64_t least_columns_of(NormalProblem const& normal, TileRoles const& roles,
                              SliceRun const& output_run) {
  int const row_axis = normal.out_order[0];
  if (axis_at(normal, row_axis).src_stride == roles.columns)
    return least_adjacent_bytes * 8 / normal.element_bytes;
  return has_first_axis(output_run) ? least_of_whole_rows_bytes : least_columns_bytes;
}

/// Whether what blocks read one after the other lies so in the input: with an axis of rows between
/// others they would skip from piece to piece (17^6 by axes 5 1 4 0 2 3: 0.25 of copy, 0.48 through
/// a buffer).
bool reads_on(NormalProblem const& normal, Slice const& slice, TileRoles const& roles) {
  auto const order = normal.out_order;
  auto const rows = order.begin() + roles.row_axes;
  bool behind_rows = false;
  for (int k = 0; k < normal.rank; ++k) {
    if (taken(slice, k) == 1) continue;
    bool const is_row = std::find(order.begin(), rows, k) != rows;
    if (behind_rows && !is_row) return false;
    behind_rows |= is_row;
  }
  return true;
}

bool pays(NormalProblem const& normal, Slice const& slice) {
  SliceRun const run = output_run(normal, slice);
  TileRoles const roles = skewed_roles(normal, slice, run);
  if (!reads_on(normal, slice, roles)) return false;
  std::int64_t const word = normal.element_bytes;
  return whole_run_words(normal, slice, run) * word >= least_run_bytes &&
         roles.columns * word >= least_columns_of(normal, roles, run) &&
         places_of_columns(normal, slice, roles, columns_seen) >= least_places;
}

/// The output's axes before the input's first, if they are one run that continues with it.
std::optional<Rows> rows_before_columns(NormalProblem const& normal,
                                        std::array<int, max_axes> const& order) {
  Rows rows;
  for (;; ++rows.axes) {
    int const k = order[static_cast<std::size_t>(rows.axes)];
    if (axis_at(normal, k).dst_stride != rows.words) return {};
    if (k == 0) return rows;
    rows.words *= axis_at(normal, k).extent;
  }
}

/// Lets a slice take `wanted` words contiguous in the input, up to an axis of which it keeps one
/// index.
void take_input_run(NormalProblem const& normal, std::int64_t wanted, int end, Slice& slice) {
  std::int64_t run = 1;
  for (int k = 0; k < end && run < wanted && axis_at(normal, k).src_stride == run; ++k) {
    std::int64_t& extent = slice.extent[static_cast<std::size_t>(k)];
    if (extent == 1) extent = std::min(axis_at(normal, k).extent, (wanted + run - 1) / run);
    run *= extent;
    if (extent < axis_at(normal, k).extent) return;
  }
}

/// Rows whole, and some KiB of what is contiguous in the input: where the run of the output has few
/// words before the input's first axis.
std::optional<Slice> with_whole_rows(NormalProblem const& normal, std::int64_t max_bytes) {
  auto const order = normal.out_order;
  auto const rows = rows_before_columns(normal, order);
  if (!rows) return {};
  std::int64_t const bytes = rows->words * normal.element_bytes;
  if (bytes > most_whole_rows_bytes) return {};
  Slice slice;
  std::fill_n(slice.extent.begin(), normal.rank, 1);
  for (int j = 0; j < rows->axes; ++j) {
    auto const k = static_cast<std::size_t>(order[static_cast<std::size_t>(j)]);
    slice.extent[k] = normal.axis[k].extent;
  }
  auto const behind_columns = static_cast<std::size_t>(rows->axes) + 1;
  int const end = rows->axes + 1 < normal.rank ? order[behind_columns] : normal.rank;
  std::int64_t const columns = std::min(skewed_piece_bytes / normal.element_bytes,
                                        std::max(max_bytes / bytes, least_columns));
  take_input_run(normal, columns, end, slice);
  return slice;
}

/// A part of the rows, in whole lines if the last tile has a line at least then, or else any.
std::optional<Slice> with_rows_in_parts(NormalProblem const& normal, std::int64_t max_bytes) {
  std::int64_t const rows_bytes = std::clamp(max_bytes / skewed_piece_bytes * normal.element_bytes,
                                             least_rows_bytes, most_rows_bytes);
  Slice slice = grow_slice(normal, {skewed_piece_bytes, rows_bytes, max_bytes});
  SliceRun const run = output_run(normal, slice);
  if (has_first_axis(run)) return {};
  if (run.cut < 0) return slice;
  std::int64_t& rows = slice.extent[static_cast<std::size_t>(run.cut)];
  std::int64_t const most = rows;
  for (std::int64_t const step :
       {std::int64_t{tile::line_bytes} / normal.element_bytes, std::int64_t{1}})
    for (rows = most; rows > 1; rows -= step)
      if (ends_in_whole_lines(normal, slice, output_run(normal, slice))) return slice;
  return slice;
}

}  // namespace

bool can_skew(NormalProblem const& normal, Slice const& slice) {
  if (normal.element_bytes < tile::min_skewed_word) return false;
  std::int64_t const line = tile::line_bytes / normal.element_bytes;
  auto const order = normal.out_order;
  SliceRun const run = output_run(normal, slice);
  if (rows_of(slice, run, order).words < line) return false;
  if (has_first_axis(run)) return ends_with_first_axis(slice, run, order);
  return ends_in_whole_lines(normal, slice, run);
}

TileRoles skewed_roles(NormalProblem const& normal, Slice const& tile, SliceRun const& output_run) {
  Rows const rows = rows_of(tile, output_run, normal.out_order);
  TileRoles roles;
  roles.row_axes = rows.axes;
  roles.rows = rows.words;
  do {
    roles.columns *= taken(tile, roles.column_axes++);
  } while (goes_on_with_columns(normal, tile, output_run, roles));
  return roles;
}

bool is_rotated(NormalProblem const& normal, TileRoles const& roles) {
  return normal.element_bytes <= tile::max_rotated_word && roles.column_axes == 1;
}

std::optional<Slice> skewed_slice(NormalProblem const& normal, std::int64_t max_bytes) {
  if (normal.element_bytes < tile::min_skewed_word) return {};
  std::int64_t const most = std::clamp(max_bytes, least_tile_bytes, most_tile_bytes);
  for (auto const& slice : {with_whole_rows(normal, most), with_rows_in_parts(normal, most)})
    if (slice && can_skew(normal, *slice) && pays(normal, *slice)) return slice;
  return {};
}

}  // namespace isomer::detail
