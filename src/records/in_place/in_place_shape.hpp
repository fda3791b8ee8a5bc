// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "in_place/decomposition.hpp"
#include "records/in_place/chunk_moves.hpp"
#include "records/in_place/piece_segments.hpp"
#include "records/in_place/shift_worker.hpp"
#include "records/move/buffered_panels.hpp"

namespace isomer::records {

using in_place::Limits;

/// A change of arrangement in place: how it is cut, and what it needs.
///
/// One pass does it where both sides have the same regions, and each panel stays where it is; where
/// both have one, and all panels shift (panel_shift.hpp); and where chunks of leaves go straight to
/// their places (chunk_moves.hpp). Else panels leave in pieces, which a second pass takes there
/// (piece_slots.hpp). The records behind the last full panel, the strip, are saved before and
/// written at the end.
struct InPlaceShape {
  InPlaceShape(RecordProblem const& problem, std::int64_t panel_height, RegroupSizes const& sizes,
               PanelKernels const& kernels, int worker_count)
      : count(problem.count),
        change(problem, panel_height, sizes, kernels),
        unpack(change.dst, change.dst, sizes, kernels.without_permutations()),
        workers(worker_count) {}

  std::int64_t panels() const { return count / change.height; }
  std::int64_t rest() const { return count - panels() * change.height; }

  std::int64_t count;
  PanelChange change;
  Regroup unpack;  ///< of the strip
  int workers;
  /// Of the panels, each read from front to back; none if chunks of them go straight to their
  /// places.
  std::int64_t parts = 1;
  std::optional<BatchedShift> shift;
  std::optional<PieceMoves> pieces;
};

/// Byte offsets of what the workspace holds.
struct InPlaceWorkspace {
  explicit InPlaceWorkspace(InPlaceShape const& shape);

  /// Pieces that a worker keeps of cycles, of which some moves are still to come.
  static constexpr std::int64_t kept_pieces = 16;

  std::int64_t strip = 0;
  std::int64_t flags = 0;    ///< of panels that shift, behind the counter of their batches
  std::int64_t scratch = 0;  ///< of each worker
  std::int64_t scratch_stride = 0;
  std::int64_t kept = 0;  ///< of each worker
  std::int64_t kept_stride = 0;
  std::int64_t saved = 0;
  std::int64_t deferred = 0;  ///< the places of the order that are in the workspace
  std::int64_t bytes = 0;
};

/// Whether panels shift and do not find their places in a cache.
bool shifts_past_caches(RecordProblem const& problem, Limits const& limits);

/// How a change is cut.
struct InPlaceOutline {
  std::int64_t height = 0;       ///< records of a panel
  std::int64_t piece_bytes = 0;  ///< that panels leave in; 0 if they stay or shift
  bool is_straight = false;      ///< pieces go to their places as they lie
};
/// What a cut costs beside the bytes that move.
struct CutCosts {
  std::int64_t max_piece_bytes;
  double beside_panel;  ///< in bytes
  double doubling;      ///< of panels twice as long, in times of a pass
};
/// Where each panel costs as much as 64 records, however long they are.
CutCosts usual_costs(RecordProblem const& problem, std::int64_t max_piece_bytes);
/// The best with packed panels of no more than this many bytes, or with the lowest panels.
InPlaceOutline in_place_outline(RecordProblem const& problem, std::int64_t max_panel_bytes,
                                CutCosts const& costs);
/// The passes of a change that is cut like that, of which `moved` pieces move.
in_place::Estimate passes_of(RecordProblem const& problem, InPlaceOutline const& outline,
                             std::int64_t moved, Limits const& limits);
/// The same with its price, if all pieces move.
in_place::Estimate estimate_of(RecordProblem const& problem, InPlaceOutline const& outline,
                               Limits const& limits);
/// On a host, if the workspace sets no limit.
InPlaceOutline in_place_outline(RecordProblem const& problem, Limits const& limits);

/// The first pass of panels in contiguous parts, each read from front to back.
struct PanelParts {
  PanelLayout const& src;
  PanelLayout const& dst;
  std::int64_t panels;
  std::int64_t parts;
};
/// The second one, in segments of about `moves`.
PieceMoves piece_moves(RecordProblem const& problem, PanelParts const& parts,
                       std::int64_t piece_bytes, std::int64_t moves);

/// The best shape whose workspace keeps to the limit, or with the least workspace.
InPlaceShape in_place_shape(RecordProblem const& problem, Limits const& limits);

}  // namespace isomer::records
