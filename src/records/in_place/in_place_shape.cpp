// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/in_place/in_place_shape.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "cost/real.hpp"
#include "in_place/work.hpp"
#include "index/rounding.hpp"
#include "records/move/work.hpp"

namespace isomer::records {

using detail::real;
using detail::Residency;

namespace {

/// The same regions on both sides: panels stay where they are.
bool panels_stay(RecordProblem const& problem) {
  return std::ranges::equal(problem.src.region, problem.dst.region,
                            [](auto const& a, auto const& b) {
                              return a.begin == b.begin && a.record_bytes() == b.record_bytes();
                            });
}

Residency residency_of(RecordProblem const& problem, Limits const& limits) {
  return in_place::residency_of(problem.count * largest_record(problem), limits);
}

bool leave_in_pieces(RecordProblem const& problem) {
  return !panels_stay(problem) && !PanelShift::is_of(problem);
}

}  // namespace

bool shifts_past_caches(RecordProblem const& problem, Limits const& limits) {
  return PanelShift::is_of(problem) && residency_of(problem, limits) == Residency::memory;
}

namespace {

PanelSizes sizes_leaving(RecordProblem const& problem, Limits const& limits, PanelsLeave leave) {
  return panel_sizes(limits.machine, residency_of(problem, limits), leave);
}
PanelSizes sizes_of(RecordProblem const& problem, Limits const& limits) {
  return sizes_leaving(
      problem, limits,
      leave_in_pieces(problem) ? PanelsLeave::in_pieces : PanelsLeave::through_caches);
}

/// Of panels of the same bytes; others where they shift and can be stored past the caches at once.
RegroupSizes regroup_sizes(RecordProblem const& problem, Limits const& limits) {
  if (shifts_past_caches(problem, limits)) {
    RegroupSizes const past_caches =
        sizes_leaving(problem, limits, PanelsLeave::past_caches).regroup;
    PanelChange const change(problem, height_unit(problem), past_caches,
                             PanelKernels(limits.machine));
    if (change.regroup.can_stream()) return past_caches;
  }
  return sizes_of(problem, limits).regroup;
}

/// Columns that come from memory push each other out of the first-level cache in high panels; rows
/// follow each other anyway. Longer pieces are no faster.
CutCosts costs_of(RecordProblem const& problem, Limits const& limits) {
  bool const reads_columns = problem.src.region.size() > 1;
  if (reads_columns && residency_of(problem, limits) == Residency::memory)
    return {.max_piece_bytes = 4608, .beside_panel = 200, .doubling = 0.11};
  return usual_costs(problem, 1700);
}

/// A height of panels, and the pieces that they leave in.
struct Cut {
  std::int64_t height = 0;
  std::int64_t piece_bytes = 0;
  double cost = 0;  ///< in times of copies, beside the passes themselves
};

/// The longest piece of which each segment of the destination has a whole number.
std::int64_t longest_piece(RecordProblem const& problem, std::int64_t height,
                           std::int64_t max_bytes) {
  std::int64_t common = 0;
  for (auto const& region : problem.dst.region)
    common = std::gcd(common, height * region.record_bytes());
  std::int64_t parts = detail::ceil_div(common, max_bytes);
  while (common % parts != 0) ++parts;
  return common / parts;
}

Cut cut_of(RecordProblem const& problem, std::int64_t height, CutCosts const& costs) {
  Cut cut{height, 0, 0};
  double const panel = real(height * largest_record(problem));
  if (leave_in_pieces(problem)) {
    cut.piece_bytes = longest_piece(problem, height, costs.max_piece_bytes);
    cut.cost = 500 / real(cut.piece_bytes);
  }
  cut.cost += 2 * real(problem.count % height) / real(std::max<std::int64_t>(problem.count, 1)) +
              costs.beside_panel / panel + costs.doubling * std::log2(panel);
  return cut;
}

/// The best with packed panels of no more than `max_panel_bytes`, or with the lowest panels.
Cut best_cut(RecordProblem const& problem, std::int64_t max_panel_bytes, CutCosts const& costs) {
  std::int64_t const unit = height_unit(problem);
  std::int64_t const highest = std::max(unit, max_panel_bytes / largest_record(problem));
  Cut best = cut_of(problem, unit, costs);
  for (std::int64_t height = unit; height <= highest; height += 2 * unit) {
    Cut const cut = cut_of(problem, height, costs);
    // Among equals the highest: fewer ends of panels.
    if (cut.cost <= best.cost) best = cut;
  }
  return best;
}

/// Moves of a segment: enough of them for all workers, few that are saved.
std::int64_t moves_of_segment(std::int64_t slots, int workers) {
  constexpr std::int64_t segments_each = 32;
  constexpr std::int64_t fewest = 64;
  return std::max(fewest, slots / (segments_each * workers));
}

/// Parts for each worker: with several of them, faster workers take more.
constexpr std::int64_t max_parts_each = 8;
/// A part's first panel is not prefetched and its last drains alone.
constexpr std::int64_t min_panels_of_part = 8;

}  // namespace

PieceMoves piece_moves(RecordProblem const& problem, PanelParts const& parts,
                       std::int64_t piece_bytes, std::int64_t moves) {
  std::int64_t const behind = std::max<std::int64_t>(0, problem.src.bytes - problem.dst.bytes);
  PieceSlots slots(parts.dst, parts.panels, piece_bytes, {problem.dst.bytes, behind});
  PieceOrder order =
      order_pieces(slots, parts.src, parts.parts, std::max(problem.src.bytes, problem.dst.bytes));
  PieceSegments segments = cut_in_segments(slots, order, moves);
  return {std::move(slots), std::move(order), std::move(segments)};
}

InPlaceWorkspace::InPlaceWorkspace(InPlaceShape const& shape) {
  auto const take = [this](std::int64_t size) {
    return std::exchange(bytes, bytes + in_lines(size));
  };
  std::int64_t const workers = shape.workers;
  strip = take(shape.rest() > 0 ? shape.change.buffer_bytes() : 0);
  scratch_stride =
      in_lines(shape.panels() > 0 && shape.parts > 0 ? shape.change.scratch_bytes()
                                                     : shape.change.regroup.scratch_bytes());
  scratch = take(workers * scratch_stride);
  flags = take(shape.shift ? (1 + shape.panels()) * std::int64_t{sizeof(std::uint32_t)} : 0);
  if (!shape.pieces) return;
  std::int64_t const piece = shape.pieces->slots.piece_bytes();
  kept_stride = in_lines(kept_pieces * piece);
  kept = take(workers * kept_stride);
  saved = take(static_cast<std::int64_t>(shape.pieces->segments.saved.size()) * piece);
  deferred = take(shape.pieces->order.in_workspace * piece);
}

namespace {

InPlaceShape shape_within(RecordProblem const& problem, PanelSizes const& sizes,
                          CutCosts const& costs, Limits const& limits, int max_workers) {
  Cut const cut = best_cut(problem, sizes.panel_bytes, costs);
  std::int64_t const panels = problem.count / cut.height;
  std::int64_t const wanted = panels / min_panels_of_part;
  int const workers = static_cast<int>(std::clamp<std::int64_t>(wanted, 1, max_workers));
  InPlaceShape shape(problem, cut.height, sizes.regroup, PanelKernels(limits.machine), workers);
  shape.parts = std::clamp<std::int64_t>(wanted, workers, max_parts_each * workers);
  if (panels > 0 && PanelShift::is_of(problem))
    shape.shift.emplace(PanelShift(shape.change.src.bytes, shape.change.dst.bytes, panels), workers,
                        shifts_past_caches(problem, limits));
  if (cut.piece_bytes > 0 && panels > 0) {
    std::int64_t const slots = shape.change.dst.bytes / cut.piece_bytes * panels;
    shape.pieces = piece_moves(problem, {shape.change.src, shape.change.dst, panels, shape.parts},
                               cut.piece_bytes, moves_of_segment(slots, workers));
  }
  return shape;
}

InPlaceShape shape_of_chunks(RecordProblem const& problem, ChunkCut const& cut,
                             RegroupSizes const& sizes, Limits const& limits) {
  int const workers = std::max(limits.threads(), 1);
  InPlaceShape shape(problem, cut.height, sizes, PanelKernels(limits.machine), workers);
  shape.parts = 0;
  std::int64_t const chunks = shape.change.dst.bytes / cut.bytes * shape.panels();
  shape.pieces = chunk_moves(problem, cut, moves_of_segment(chunks, workers));
  return shape;
}

/// Pieces of all panels.
std::int64_t all_pieces(RecordProblem const& problem, InPlaceOutline const& outline) {
  if (outline.piece_bytes == 0) return 0;
  return problem.count / outline.height * outline.height * record_bytes(problem.dst) /
         outline.piece_bytes;
}

}  // namespace

CutCosts usual_costs(RecordProblem const& problem, std::int64_t max_piece_bytes) {
  return {max_piece_bytes, 64 * real(largest_record(problem)), 0};
}

InPlaceOutline in_place_outline(RecordProblem const& problem, std::int64_t max_panel_bytes,
                                CutCosts const& costs) {
  Cut const cut = best_cut(problem, max_panel_bytes, costs);
  return {cut.height, cut.piece_bytes};
}

in_place::Estimate passes_of(RecordProblem const& problem, InPlaceOutline const& outline,
                             std::int64_t moved, Limits const& limits) {
  in_place::Estimate estimate;
  if (outline.is_straight) {
    std::int64_t const strip = problem.count % outline.height;
    estimate.bytes_read = strip * record_bytes(problem.src);
    estimate.bytes_written = strip * record_bytes(problem.dst);
  } else {
    auto const kernel = shifts_past_caches(problem, limits) ? detail::Kernel::record_copy
                                                            : detail::Kernel::record_panels;
    PanelLayout const src = panel_layout(problem.src, problem.leaf_bytes, outline.height);
    PanelLayout const dst = panel_layout(problem.dst, problem.leaf_bytes, outline.height);
    estimate.work.push_back(regroup_pass(kernel, src, dst, problem.count, limits));
    estimate.bytes_read = src.bytes_of(problem.count);
    estimate.bytes_written = dst.bytes_of(problem.count);
  }
  if (moved > 0) {
    estimate.work.push_back(pieces_pass(moved, outline.piece_bytes, limits));
    estimate.bytes_read += moved * outline.piece_bytes;
    estimate.bytes_written += moved * outline.piece_bytes;
    estimate.passes = outline.is_straight ? 1 : 2;
  }
  return estimate;
}

in_place::Estimate estimate_of(RecordProblem const& problem, InPlaceOutline const& outline,
                               Limits const& limits) {
  std::int64_t const moved = all_pieces(problem, outline);
  in_place::Estimate estimate = passes_of(problem, outline, moved, limits);
  estimate.pieces = moved;
  return in_place::priced(std::move(estimate), limits);
}

InPlaceOutline in_place_outline(RecordProblem const& problem, Limits const& limits) {
  InPlaceOutline const regrouped =
      in_place_outline(problem, sizes_of(problem, limits).panel_bytes, costs_of(problem, limits));
  if (regrouped.piece_bytes == 0) return regrouped;
  if (auto const cut = chunk_cut(problem)) {
    InPlaceOutline const straight{cut->height, cut->bytes, true};
    if (estimate_of(problem, straight, limits).seconds <
        estimate_of(problem, regrouped, limits).seconds)
      return straight;
  }
  return regrouped;
}

InPlaceShape in_place_shape(RecordProblem const& problem, Limits const& limits) {
  PanelSizes const full{sizes_of(problem, limits).panel_bytes, regroup_sizes(problem, limits)};
  PanelSizes const smaller{full.panel_bytes / 4, full.regroup};
  PanelSizes const smallest{full.panel_bytes / 16, full.regroup};
  CutCosts const costs = costs_of(problem, limits);
  int const threads = std::max(limits.threads(), 1);
  auto const fits = [&](InPlaceShape const& shape) {
    return static_cast<std::size_t>(InPlaceWorkspace(shape).bytes) <= limits.workspace;
  };
  InPlaceOutline const outline = in_place_outline(problem, limits);
  if (outline.is_straight) {
    InPlaceShape shape =
        shape_of_chunks(problem, {outline.height, outline.piece_bytes}, full.regroup, limits);
    if (fits(shape)) return shape;
  }
  for (auto const& [sizes, workers] :
       {std::pair{full, threads}, {smaller, threads}, {smaller, 1}, {smallest, 1}}) {
    InPlaceShape shape = shape_within(problem, sizes, costs, limits, workers);
    if (fits(shape)) return shape;
  }
  return shape_within(problem, {0, full.regroup}, costs, limits, 1);
}

}  // namespace isomer::records
