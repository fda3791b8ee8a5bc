// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/device/device_rearrange.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "cost/gpu_time.hpp"
#include "cost/real.hpp"
#include "in_place/device_elements.hpp"
#include "in_place/work.hpp"
#include "records/device/device_work.hpp"

namespace isomer::records {

using detail::real;
using in_place::Limits;
using in_place::magic_of;
using in_place::whole_lines;

namespace {

constexpr std::int64_t warps_of_unit = 64;
/// Parts that panels are tried in, from the most on.
constexpr std::int64_t most_parts = 4096;
constexpr std::int64_t fewest_parts = 64;

/// Moves of a segment: several segments for each warp, and few pieces that are saved.
std::int64_t moves_of_segment(std::int64_t slots, detail::Machine const& gpu) {
  constexpr std::int64_t segments_of_warp = 2;
  constexpr std::int64_t fewest = 16;
  return std::max(fewest, slots / (segments_of_warp * warps_of_unit * gpu.units));
}

/// The places of all segments, one behind the other, and where each begins.
struct Chains {
  std::vector<SegmentOfPlaces> segment;
  std::vector<std::uint32_t> place;
};
Chains chains_of(PieceMoves const& pieces, std::uint32_t saved_at) {
  using End = PieceSegment::End;
  Chains chains;
  for (PieceSegment const& segment : pieces.segments.segment) {
    chains.segment.push_back({static_cast<std::uint32_t>(chains.place.size()),
                              static_cast<std::int32_t>(segment.moves),
                              segment.end == End::cycle ? 1 : 0, 0});
    std::uint32_t place = segment.first;
    for (std::uint32_t k = 0; k < segment.moves; ++k) {
      chains.place.push_back(place);
      place = pieces.order.place[place];
    }
    chains.place.push_back(segment.end == End::saved ? saved_at + segment.saved : place);
  }
  return chains;
}

/// Where slot 0 would be for each piece of a panel, then for the room behind the slots.
std::vector<std::int64_t> origins_of(PieceSlots const& slots) {
  std::vector<std::int64_t> origins;
  std::int64_t const panels = slots.panels();
  for (std::int64_t k = 0; k < slots.pieces(); ++k)
    origins.push_back(slots.address(k * panels) - k * panels * slots.piece_bytes());
  auto const& room = slots.regions().back();
  origins.push_back(room.begin - room.first * slots.piece_bytes());
  return origins;
}

/// Where the pieces of each panel go in the first pass.
std::vector<std::uint32_t> places_by_panel(PieceMoves const& pieces) {
  PieceSlots const& slots = pieces.slots;
  std::vector<std::uint32_t> places;
  for (std::int64_t p = 0; p < slots.panels(); ++p)
    for (std::int64_t k = 0; k < slots.pieces(); ++k)
      places.push_back(pieces.order.place[static_cast<std::size_t>(slots.slot_of(p, k))]);
  return places;
}

struct PanelCut {
  InPlaceOutline outline;
  DevicePanels panels;
};
/// What is tried, the best first: chunks that go straight to their places, then panels, the lowest
/// whose pieces move at the speed of memory, then lower ones, which need less workspace. What a
/// part has read of many regions are short runs, in which only short pieces find room.
std::vector<PanelCut> cuts_of(RecordProblem const& problem, detail::Machine const& gpu) {
  constexpr std::int64_t long_piece = 500;
  std::int64_t const max_piece = problem.src.region.size() > 1 ? 512 : 1024;
  CutCosts const costs = usual_costs(problem, max_piece);
  std::vector<PanelCut> cuts;
  for (std::int64_t const times : {1, 2, 4}) {
    InPlaceOutline const outline =
        in_place_outline(problem, times * device_panel_bytes(problem), costs);
    auto panels = device_panels(problem, outline.height, gpu);
    if (!panels) break;
    cuts.insert(cuts.begin(), {outline, std::move(*panels)});
    if (outline.piece_bytes == 0) return cuts;
    if (outline.piece_bytes >= long_piece) break;
  }
  if (auto const cut = chunk_cut(problem)) {
    DevicePanels const panels{cut->height,
                              panel_layout(problem.src, problem.leaf_bytes, cut->height),
                              panel_layout(problem.dst, problem.leaf_bytes, cut->height)};
    cuts.insert(cuts.begin(), {{cut->height, cut->bytes, true}, panels});
  }
  return cuts;
}

}  // namespace

std::optional<DeviceRearrange> DeviceRearrange::fit(RecordProblem const& problem,
                                                    Limits const& limits) {
  constexpr std::int64_t smaller = 4;
  std::optional<DeviceRearrange> found;
  for (auto const& [outline, of] : cuts_of(problem, limits.machine))
    // Each part has some pieces wait in the workspace.
    for (std::int64_t most = most_parts; most >= fewest_parts; most /= smaller) {
      DeviceRearrange plan;
      plan.cut(problem, of, outline, most, limits, Pieces::ordered);
      if (!plan.fits_blocks_of(limits.machine)) break;  // with its lists
      found = std::move(plan);
      if (found->workspace() <= limits.workspace) return found;
      if (found->parts() < most / smaller) break;
    }
  return found;
}

std::optional<in_place::Estimate> DeviceRearrange::predicted(RecordProblem const& problem,
                                                             Limits const& limits) {
  for (auto const& [outline, of] : cuts_of(problem, limits.machine)) {
    DeviceRearrange plan;
    plan.cut(problem, of, outline, most_parts, limits, Pieces::counted);
    if (plan.fits_blocks_of(limits.machine)) return plan.estimate();
  }
  return std::nullopt;
}

bool DeviceRearrange::fits_blocks_of(detail::Machine const& gpu) const {
  return panel_.shared_bytes() <= detail::max_scratch_bytes(gpu, record_panel_threads) &&
         ahead_ >= 1;
}

void DeviceRearrange::cut(RecordProblem const& problem, DevicePanels const& of,
                          InPlaceOutline const& outline, std::int64_t most, Limits const& limits,
                          Pieces how) {
  detail::Machine const& gpu = limits.machine;
  std::int64_t const panels = problem.count / of.height;
  rest_ = problem.count - panels * of.height;
  estimate_.bytes_read = of.src.bytes_of(outline.is_straight ? rest_ : problem.count);
  estimate_.bytes_written = of.dst.bytes_of(outline.is_straight ? rest_ : problem.count);
  if (panels > 0 && !outline.is_straight) regroup(problem, of, outline, most, limits);
  if (panels > 0 && outline.piece_bytes > 0) {
    std::int64_t const slots = of.dst.bytes / outline.piece_bytes * panels;
    std::int64_t const moves = moves_of_segment(slots, gpu);
    unit_ =
        tile::warp::common_unit(nullptr, nullptr, unit_ | outline.piece_bytes | problem.dst.bytes);
    ahead_ = moves_under_way(static_cast<std::int32_t>(outline.piece_bytes), unit_,
                             detail::max_scratch_bytes(gpu, piece_threads));
    if (ahead_ < 1) return;
    if (how == Pieces::ordered)
      add_moves(outline.is_straight
                    ? chunk_moves(problem, {outline.height, outline.piece_bytes}, moves)
                    : piece_moves(problem, {of.src, of.dst, panels, parts()}, outline.piece_bytes,
                                  moves));
    estimate_.passes = outline.is_straight ? 1 : 2;
    estimate_.pieces = slots;
    estimate_.bytes_read += slots * outline.piece_bytes;
    estimate_.bytes_written += slots * outline.piece_bytes;
    estimate_.work.push_back(
        moves_pass(slots, {outline.piece_bytes, unit_, ahead_}, slots / moves + 1, gpu));
  }
  if (rest_ > 0) {
    add_strip(problem, of);
    estimate_.work.push_back(
        words_pass(2 * rest_, of.dst.bytes_of(2 * rest_), save_.columns.count, gpu));
  }
  take_workspace(of);
  estimate_ = in_place::priced(std::move(estimate_), limits);
}

void DeviceRearrange::regroup(RecordProblem const& problem, DevicePanels const& of,
                              InPlaceOutline const& outline, std::int64_t most,
                              Limits const& limits) {
  detail::Machine const& gpu = limits.machine;
  std::int64_t const panels = problem.count / of.height;
  unit_ = unit_of_panels(of);
  panel_ = panel_geometry(of, panels, 1, outline.piece_bytes, table_);
  panel_.by_parts = magic_of(std::min(parts_of(panel_, gpu), most));
  std::int64_t const bytes = std::max(estimate_.bytes_read, estimate_.bytes_written);
  estimate_.work.push_back(panels_pass(panel_, real(bytes), unit_, gpu));
  if (!PanelShift::is_of(problem)) return;
  shift_ = PanelShift(of.src.bytes, of.dst.bytes, panels);
  estimate_.work.back().work.launches += 1;
}

void DeviceRearrange::add_moves(PieceMoves const& pieces) {
  PieceSlots const& slots = pieces.slots;
  Moves moves{};
  moves.places.by_panels = magic_of(slots.panels());
  moves.places.pieces = static_cast<std::int32_t>(slots.pieces());
  moves.places.piece_bytes = static_cast<std::int32_t>(slots.piece_bytes());
  moves.places.in_workspace = static_cast<std::uint32_t>(slots.places());
  moves.origins = table_.add(origins_of(slots));
  if (panel_.panels > 0) moves.place_of = table_.add(places_by_panel(pieces));
  moves.saved_at = static_cast<std::uint32_t>(slots.places() + pieces.order.in_workspace);
  moves.saved = table_.add(pieces.segments.saved);
  moves.saved_count = static_cast<std::int32_t>(pieces.segments.saved.size());
  Chains const chains = chains_of(pieces, moves.saved_at);
  moves.segments = table_.add(chains.segment);
  moves.segment_count = static_cast<std::int32_t>(chains.segment.size());
  moves.chains = table_.add(chains.place);
  moves_ = moves;
}

void DeviceRearrange::add_strip(RecordProblem const& problem, DevicePanels const& of) {
  std::int64_t const first = problem.count - rest_;
  FarSide const packed{nullptr, &of.dst};
  save_ = {
      add_far_columns({&problem.src}, packed, problem.leaf_bytes, table_), {first, 0, rest_}, true};
  write_ = {add_far_columns(packed, {&problem.dst}, problem.leaf_bytes, table_),
            {0, first, rest_},
            false};
}

void DeviceRearrange::take_workspace(DevicePanels const& of) {
  behind_strip_ = rest_ > 0 ? whole_lines(of.dst.bytes) : 0;
  std::int64_t bytes = behind_strip_;
  if (shift_) bytes += whole_lines((1 + std::int64_t{panel_.panels}) * 4);
  if (moves_)
    bytes += whole_lines(
        (std::int64_t{moves_->saved_at} - moves_->places.in_workspace + moves_->saved_count) *
        moves_->places.piece_bytes);
  estimate_.workspace = static_cast<std::size_t>(bytes);
}

std::string DeviceRearrange::describe() const {
  std::string text = "strip of " + std::to_string(rest_);
  if (panel_.panels > 0)
    text = std::to_string(panel_.panels) + " panels of " + std::to_string(panel_.height) +
           " records in shared memory, " + text;
  if (shift_) text += shift_->spreads() ? ", spreading" : ", closing up";
  if (moves_) text += ", pieces of " + std::to_string(moves_->places.piece_bytes) + " bytes";
  return text + ", table of " + std::to_string(table_.size()) + " bytes on the device";
}

}  // namespace isomer::records
