// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "in_place/decomposition.hpp"
#include "index/fast_div.hpp"

namespace isomer::in_place {

using detail::FastDiv;

/// How a step [rows][middle][inner] is cut for the panel decomposition: as a row-major matrix of
/// middle * inner columns, each of which becomes a row of the result.
///
/// The transposed matrix has `cols` rows of `rows` elements. Each of them starts with `panels`
/// slots of `height` elements, one behind the other, and ends in a gap of `rest` elements:
///
///     address of slot k = (k / panels) * rows + (k % panels) * height
///
/// Panel p is rows p * height .. of the given matrix. Its column j, read downwards, is a piece, and
/// slot row_of(j) * panels + p is where that piece belongs in the end. The last `rest` rows of the
/// given matrix, the strip, belong into the gaps.
///
/// With a middle the rows of the result change places as well, [middle][inner] -> [inner][middle].
/// That costs nothing: the pieces are on their way anyhow, and only go elsewhere.
///
/// A step with more columns than rows can also be taken for the inverse of one with more rows than
/// columns: everything then runs backwards.
struct PanelShape {
  /// More would make each one's share of a panel small, and the pieces held back for it many.
  static constexpr int most_owners = 8;

  std::int64_t rows = 1;
  std::int64_t middle = 1;
  std::int64_t inner = 1;
  std::int64_t cols = 1;  ///< middle * inner
  std::int64_t word = 1;  ///< bytes of an element
  bool backward = false;
  std::int64_t height = 1;
  std::int64_t panels = 1;
  std::int64_t rest = 0;
  int group = 1;  ///< columns that are read together, a power of two
  int workers = 1;
  int parts = 1;   ///< of the panels, a multiple of the workers; each is read by one of them
  int owners = 1;  ///< the workers in so many parts; see owner_of
  std::int64_t stretch_rows = 1;
  std::int64_t stretch_slots = 1;
  std::int64_t every = 1;  ///< one slot in so many is the start of a segment of a cycle
  std::int64_t starts = 1;
  FastDiv by_panels;
  FastDiv by_stretch_rows;
  FastDiv by_stretch_slots;
  FastDiv by_middle;
  FastDiv by_inner;

  /// The row of the result that column j becomes.
  std::int64_t row_of(std::int64_t j) const {
    if (middle == 1) return j;
    std::int64_t const m = by_inner.quotient(j);
    return (j - m * inner) * middle + m;
  }
  /// The column that becomes this row of the result.
  std::int64_t column_of(std::int64_t row) const {
    if (middle == 1) return row;
    std::int64_t const i = by_middle.quotient(row);
    return (row - i * middle) * inner + i;
  }

  std::int64_t slots() const { return panels * cols; }
  std::int64_t piece_bytes() const { return height * word; }
  std::int64_t panel_elements() const { return height * cols; }
  std::int64_t groups() const { return (cols + group - 1) / group; }

  std::int64_t address(std::int64_t slot) const {
    std::int64_t const row = by_panels.quotient(slot);
    return row * rows + (slot - row * panels) * height;
  }
  /// The first slot at this address or behind it; slots() if there is none.
  std::int64_t first_slot_from(std::int64_t address) const;
  /// Part t has the panels [first_panel(t), first_panel(t + 1)).
  std::int64_t first_panel(std::int64_t part) const { return (part * panels + parts - 1) / parts; }
  /// Whose the slot in this row and column is. Cores that share no cache must not write close to
  /// each other: moving random pieces of 1.6 KB on two such cores takes 1.7 times a copy where
  /// both write everywhere, 1.1 where each keeps to stretches of 128 KiB (Zen 4, 240 MB; where
  /// they share one there is no difference). So slots have owners by turns, in stretches of
  /// stretch_slots of a row or of stretch_rows whole rows, and pieces are ordered such that they
  /// mostly move between slots of one owner (panel_order.hpp).
  int owner_of(std::int64_t row, std::int64_t column) const {
    if (owners == 1) return 0;
    return static_cast<int>((by_stretch_rows.quotient(row) + by_stretch_slots.quotient(column)) %
                            owners);
  }
  int owner_of(std::int64_t slot) const {
    std::int64_t const row = by_panels.quotient(slot);
    return owner_of(row, slot - row * panels);
  }
  /// The owner that this worker is, or belongs to.
  int owner_number(std::int64_t worker) const {
    return static_cast<int>(worker * owners / workers);
  }
  /// The number of pieces a part holds back at the most if slots have no owners; panel_order.hpp
  /// proves it.
  std::int64_t most_held_by_one() const;
  /// The same with owners, for whose sake some more may be held.
  std::int64_t most_held() const;
  /// Numbers of scratch that a worker needs to order the slots of a part.
  std::int64_t order_numbers() const;
  /// Start k lies somewhere within the slots [k * every, (k + 1) * every).
  std::int64_t start(std::int64_t k) const;
};

/// Byte offsets of what the workspace holds.
struct PanelWorkspace {
  explicit PanelWorkspace(PanelShape const& shape);

  std::size_t table;       ///< u32[slots]: see panel_order.hpp
  std::size_t inverse;     ///< u32[slots], backward only
  std::size_t held;        ///< most_held() pieces for each part; later for each worker
  std::size_t held_list;   ///< u32[most_held()] for each part: which these are
  std::size_t saved;       ///< the pieces of all starts
  std::size_t strip;       ///< rest rows
  std::size_t moved;       ///< a bit for each slot for each worker
  std::size_t counts;      ///< u32[order_numbers()] for each worker
  std::size_t held_count;  ///< i64 for each part, a line apart
  std::size_t next;        ///< i64 counters, a line apart: of the rest, and of each owner
  std::size_t bytes;
  std::size_t held_stride, held_list_stride, moved_stride, counts_stride;
};

/// The best cut of a step within the limits, or nothing if there is none. It has several parts for
/// each worker where there is room for what they hold back.
std::optional<PanelShape> panel_shape(Step const& step, Limits const& limits);
/// The cut with panels of this height, a multiple of a vector of words; whatever its workspace.
std::optional<PanelShape> panel_shape_of_height(Step const& step, Limits const& limits,
                                                bool backward, std::int64_t height);
/// The least workspace that any cut of the step needs; nothing if it cannot be cut.
std::optional<std::size_t> least_panel_workspace(Step const& step, Limits const& limits);
/// What moving a step cut like this costs.
Estimate panel_estimate(Step const& step, PanelShape const& shape, Limits const& limits);

}  // namespace isomer::in_place
