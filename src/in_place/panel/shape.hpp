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
  /// More would make each one's share of a panel small, and the pieces deferred for it many.
  static constexpr int max_affinities = 8;

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
  int parts = 1;       ///< of the panels, a multiple of the workers; each is read by one of them
  int affinities = 1;  ///< groups of workers that slots are kept to; see affinity_of
  std::int64_t block_rows = 1;
  std::int64_t block_slots = 1;
  std::int64_t every = 1;  ///< one of this many slots is the start of a segment of a cycle
  std::int64_t starts = 1;
  FastDiv by_panels;
  FastDiv by_block_rows;
  FastDiv by_block_slots;
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
  /// Which group of workers writes the slot in this row and column: cores that share no cache must
  /// not write close to each other. The groups alternate, in affinity blocks of block_slots of a
  /// row or of block_rows whole rows, and pieces are ordered such that they mostly move between
  /// slots of one affinity (order.hpp).
  int affinity_of(std::int64_t row, std::int64_t column) const {
    if (affinities == 1) return 0;
    return static_cast<int>((by_block_rows.quotient(row) + by_block_slots.quotient(column)) %
                            affinities);
  }
  int affinity_of(std::int64_t slot) const {
    std::int64_t const row = by_panels.quotient(slot);
    return affinity_of(row, slot - row * panels);
  }
  /// The group that this worker belongs to.
  int affinity_of_worker(std::int64_t worker) const {
    return static_cast<int>(worker * affinities / workers);
  }
  /// The most pieces that a part defers if all slots have one affinity; order.hpp proves it.
  std::int64_t max_deferred_without_affinity() const;
  /// The same with several, for whose sake some more may be deferred.
  std::int64_t max_deferred() const;
  /// Numbers of scratch that a worker needs to order the slots of a part.
  std::int64_t order_numbers() const;
  /// Start k lies somewhere within the slots [k * every, (k + 1) * every).
  std::int64_t start(std::int64_t k) const;
};

/// Byte offsets of what the workspace holds.
struct PanelWorkspace {
  explicit PanelWorkspace(PanelShape const& shape);

  std::size_t table;           ///< u32[slots]: see order.hpp
  std::size_t inverse;         ///< u32[slots], backward only
  std::size_t deferred;        ///< max_deferred() pieces for each part; later for each worker
  std::size_t deferred_list;   ///< u32[max_deferred()] for each part: which these are
  std::size_t saved;           ///< the pieces of all starts
  std::size_t strip;           ///< rest rows
  std::size_t moved;           ///< a bit for each slot for each worker
  std::size_t counts;          ///< u32[order_numbers()] for each worker
  std::size_t deferred_count;  ///< i64 for each part, a line apart
  std::size_t next;            ///< i64 counters, a line apart: of the rest, and of each affinity
  std::size_t bytes;
  std::size_t deferred_stride, deferred_list_stride, moved_stride, counts_stride;
};

/// The best cut of a step within the limits, or nothing if there is none. It has several parts for
/// each worker where there is room for what they defer.
std::optional<PanelShape> panel_shape(Step const& step, Limits const& limits);
/// The cut with panels of this height, a multiple of a vector of words; whatever its workspace.
std::optional<PanelShape> panel_shape_of_height(Step const& step, Limits const& limits,
                                                bool backward, std::int64_t height);
/// The least workspace that any cut of the step needs; nothing if it cannot be cut.
std::optional<std::size_t> least_panel_workspace(Step const& step, Limits const& limits);
/// What moving a step cut like this costs.
Estimate panel_estimate(Step const& step, PanelShape const& shape, Limits const& limits);

}  // namespace isomer::in_place
