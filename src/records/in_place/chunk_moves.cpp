// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/in_place/chunk_moves.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "index/rounding.hpp"

namespace isomer::records {
namespace {

constexpr std::int64_t least_bytes = 256;
constexpr std::int64_t most_bytes = 4608;

/// Both sides in panels of a height.
struct Sides {
  Sides(RecordProblem const& problem, std::int64_t height)
      : src(panel_layout(problem.src, problem.leaf_bytes, height)),
        dst(panel_layout(problem.dst, problem.leaf_bytes, height)) {}

  PanelLayout src;
  PanelLayout dst;
};

/// The height of the longest tiles; of arrays alone any one does.
std::int64_t height_of(RecordProblem const& problem) {
  constexpr std::int64_t lowest = 64;
  constexpr std::int64_t of_arrays = 1024;
  std::int64_t const tile = std::max(problem.src.largest_tile(), problem.dst.largest_tile());
  return tile == 1 ? of_arrays : std::max(lowest, tile);
}

bool is_made_of_leaves(PanelLayout const& panel) {
  std::int64_t bytes = 0;
  for (LeafRuns const& leaf : panel.leaf) {
    if (leaf.run != panel.height) return false;
    bytes += panel.height * leaf.bytes;
  }
  return bytes == panel.bytes;
}

/// What divides the beginnings and the bytes of all leaves of all panels.
std::int64_t grid_of(PanelLayout const& panel) {
  std::int64_t grid = 0;
  for (PanelSegment const& segment : panel.segment)
    grid = std::gcd(grid, std::gcd(segment.begin, segment.bytes));
  for (LeafRuns const& leaf : panel.leaf)
    grid = std::gcd(grid, std::gcd(leaf.offset, panel.height * leaf.bytes));
  return grid;
}

/// The n-th panel of a leaf in memory.
std::int64_t address_of(PanelLayout const& panel, LeafRuns const& leaf, std::int64_t n) {
  PanelSegment const& segment = panel.segment[static_cast<std::size_t>(leaf.segment)];
  return segment.begin + n * segment.bytes + leaf.offset;
}

}  // namespace

std::optional<ChunkCut> chunk_cut(RecordProblem const& problem) {
  std::int64_t const height = height_of(problem);
  if (problem.count < height) return std::nullopt;
  Sides const sides(problem, height);
  if (!is_made_of_leaves(sides.src) || !is_made_of_leaves(sides.dst)) return std::nullopt;
  std::int64_t const grid = std::gcd(grid_of(sides.src), grid_of(sides.dst));
  std::int64_t parts = detail::ceil_div(grid, most_bytes);
  while (grid % parts != 0) ++parts;
  if (grid / parts < least_bytes) return std::nullopt;
  return ChunkCut{height, grid / parts};
}

PieceMoves chunk_moves(RecordProblem const& problem, ChunkCut const& cut, std::int64_t moves) {
  Sides const sides(problem, cut.height);
  std::int64_t const panels = problem.count / cut.height;
  PieceSlots slots(sides.dst, panels, cut.bytes,
                   {.begin = 0, .bytes = std::max(problem.src.bytes, problem.dst.bytes)});
  PieceOrder order;
  order.place.resize(static_cast<std::size_t>(slots.slots()));
  for (std::size_t k = 0; k < sides.src.leaf.size(); ++k) {
    LeafRuns const& from = sides.src.leaf[k];
    LeafRuns const& to = sides.dst.leaf[k];
    std::int64_t const packed =
        sides.dst.segment[static_cast<std::size_t>(to.segment)].packed + to.offset;
    std::int64_t const chunks = cut.height * to.bytes / cut.bytes;
    for (std::int64_t p = 0; p < panels; ++p) {
      std::int64_t const source = address_of(sides.src, from, p);
      for (std::int64_t j = 0; j < chunks; ++j)
        order.place[static_cast<std::size_t>(slots.slot_of(p, packed / cut.bytes + j))] =
            static_cast<std::uint32_t>(slots.place_at(source + j * cut.bytes));
    }
  }
  PieceSegments segments = cut_in_segments(slots, order, moves);
  return {std::move(slots), std::move(order), std::move(segments)};
}

}  // namespace isomer::records
