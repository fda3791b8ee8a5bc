// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/device/device_panels.hpp"

#include <algorithm>
#include <bit>

#include "cost/gpu_time.hpp"
#include "in_place/device_elements.hpp"
#include "index/rounding.hpp"
#include "records/move/buffered_panels.hpp"

namespace isomer::records {

using in_place::magic_of;

namespace {

/// A warp moves 512 bytes of a strip at a time.
constexpr std::int64_t most_strip_bytes = 2048;
constexpr std::int64_t strip_unit = 512;
constexpr std::int32_t no_padding = 30;
/// A tile of everything.
constexpr std::int32_t one_tile = 30;

std::int64_t lowest_bit(std::int64_t bytes) { return bytes & -bytes; }

/// The word that a value is moved in on both sides.
std::int64_t word_of(std::int64_t all_distances) {
  return std::min<std::int64_t>(16, lowest_bit(all_distances));
}

std::int32_t as_int(std::int64_t n) { return static_cast<std::int32_t>(n); }

/// Runs of a panel's leaf as the kernel divides records: by a shift. Tiles are powers of two.
std::int32_t shift_of(LeafRuns const& leaf, std::int64_t height) {
  if (leaf.run == height) return one_tile;
  return std::countr_zero(static_cast<std::uint64_t>(leaf.run));
}

WordPlaces<std::int32_t> places_of(PanelLayout const& panel, LeafRuns const& leaf,
                                   std::int64_t byte) {
  std::int64_t const begin =
      panel.segment[static_cast<std::size_t>(leaf.segment)].packed + leaf.offset + byte;
  return {as_int(begin), as_int(leaf.step), shift_of(leaf, panel.height), as_int(leaf.bytes)};
}

std::int64_t distances_of(PanelLayout const& panel, LeafRuns const& leaf) {
  std::int64_t const begin =
      panel.segment[static_cast<std::size_t>(leaf.segment)].packed + leaf.offset;
  return begin | leaf.bytes | (leaf.run == panel.height ? 0 : leaf.step);
}

/// What lies behind each 2^shift bytes: records that are a multiple of four banks apart would meet
/// in eight of them or less.
std::int32_t pad_shift_of(PanelLayout const& panel) {
  constexpr std::int64_t few_banks = 16;
  constexpr std::int64_t period = 128;
  std::int64_t widest = 0;
  for (LeafRuns const& leaf : panel.leaf)
    if (leaf.run < team::warp_lanes && leaf.run != panel.height)
      widest = std::max(widest, lowest_bit(leaf.step));
  if (widest < few_banks) return no_padding;
  return std::countr_zero(static_cast<std::uint64_t>(std::max(widest, period)));
}

/// In how many records the words of a lane lie evenly apart, and how far: in a tile of more records
/// than a warp has lanes, or in all if its tiles have fewer.
struct Span {
  std::int32_t shift = one_tile;
  std::int32_t step = 0;
};
Span span_of(PanelLayout const& panel, LeafRuns const& leaf, std::int32_t pad_shift) {
  constexpr std::int64_t lanes = team::warp_lanes;
  Span span;
  std::int64_t bytes = lanes * leaf.bytes;
  if (leaf.run != panel.height) {
    if (leaf.run > lanes) span.shift = shift_of(leaf, panel.height);
    else bytes = lanes / leaf.run * leaf.step;
  }
  // What is left out lies evenly behind whole periods only.
  bool const is_even = pad_shift == no_padding || bytes % (std::int64_t{1} << pad_shift) == 0;
  if (!is_even) span.shift = std::countr_zero(static_cast<std::uint64_t>(lanes));
  span.step = as_int(bytes + (bytes >> pad_shift << 4));
  return span;
}

std::vector<WordColumn> columns_of(DevicePanels const& of) {
  std::vector<WordColumn> columns;
  std::int32_t const src_pad = pad_shift_of(of.src);
  std::int32_t const dst_pad = pad_shift_of(of.dst);
  for (std::size_t k = 0; k < of.src.leaf.size(); ++k) {
    LeafRuns const& src = of.src.leaf[k];
    LeafRuns const& dst = of.dst.leaf[k];
    Span const from = span_of(of.src, src, src_pad);
    Span const to = span_of(of.dst, dst, dst_pad);
    std::int64_t const word = word_of(distances_of(of.src, src) | distances_of(of.dst, dst));
    for (std::int64_t byte = 0; byte < src.bytes; byte += word)
      columns.push_back({places_of(of.src, src, byte), places_of(of.dst, dst, byte), as_int(word),
                         std::min(from.shift, to.shift), from.step, to.step});
  }
  return columns;
}

/// The segments of each panel, in strips.
std::vector<Strip> strips_of(PanelLayout const& panel) {
  std::vector<Strip> strips;
  for (PanelSegment const& segment : panel.segment) {
    std::int64_t const units = detail::ceil_div(segment.bytes, strip_unit);
    std::int64_t const parts = detail::ceil_div(segment.bytes, most_strip_bytes);
    std::int64_t const each = detail::ceil_div(units, parts) * strip_unit;
    for (std::int64_t at = 0; at < segment.bytes; at += each)
      strips.push_back({segment.begin + at,
                        segment.bytes,
                        as_int(segment.packed + at),
                        as_int(std::min(each, segment.bytes - at)),
                        {}});
  }
  return strips;
}

/// They leave one by one, wherever they go.
std::vector<Strip> pieces_of(PanelLayout const& panel, std::int64_t bytes) {
  std::vector<Strip> pieces;
  for (std::int64_t at = 0; at < panel.bytes; at += bytes)
    pieces.push_back({0, 0, as_int(at), as_int(bytes), {}});
  return pieces;
}

bool has_holes(PanelLayout const& panel) {
  std::int64_t bytes = 0;
  for (LeafRuns const& leaf : panel.leaf) bytes += leaf.bytes;
  return bytes * panel.height != panel.bytes;
}

std::int32_t list_room(std::int64_t columns, std::int64_t strips) {
  return as_int(columns * std::int64_t{sizeof(WordColumn)} + strips * std::int64_t{sizeof(Strip)});
}

void place_buffers(PanelGeometry& geometry, DevicePanels const& of) {
  auto const behind = [](std::int32_t bytes) { return (bytes + 127) / 128 * 128; };
  geometry.src = {behind(geometry.list_bytes), pad_shift_of(of.src), as_int(of.src.bytes)};
  geometry.dst = {behind(geometry.src.begin + geometry.src.room()), pad_shift_of(of.dst),
                  as_int(of.dst.bytes)};
}

WordPlaces<std::int64_t> far_places(FarSide const& side, std::size_t leaf, std::int64_t bytes,
                                    std::int64_t byte) {
  if (side.packed != nullptr) {
    LeafRuns const& runs = side.packed->leaf[leaf];
    std::int64_t const begin =
        side.packed->segment[static_cast<std::size_t>(runs.segment)].packed + runs.offset + byte;
    return {begin, runs.step, shift_of(runs, side.packed->height), as_int(bytes)};
  }
  auto const& place = side.layout->leaf[leaf];
  auto const& region = side.layout->region[static_cast<std::size_t>(place.region)];
  return {region.begin + place.offset + byte, region.block_bytes,
          std::countr_zero(static_cast<std::uint64_t>(region.tile)), as_int(bytes)};
}

}  // namespace

std::int64_t device_panel_bytes(RecordProblem const& problem) {
  constexpr std::int64_t records = 256;
  constexpr std::int64_t least = 8 << 10;
  constexpr std::int64_t most = 16 << 10;
  return std::clamp(records * largest_record(problem), least, most);
}

std::optional<DevicePanels> device_panels(RecordProblem const& problem, std::int64_t height,
                                          detail::Machine const& gpu) {
  DevicePanels panels{height, panel_layout(problem.src, problem.leaf_bytes, height),
                      panel_layout(problem.dst, problem.leaf_bytes, height)};
  std::int64_t const room = detail::max_scratch_bytes(gpu, record_panel_threads);
  if (panels.src.bytes + panels.dst.bytes > room) return std::nullopt;
  PanelGeometry geometry{};
  auto const strips = static_cast<std::int64_t>(strips_of(panels.src).size());
  auto const pieces = panels.dst.bytes / 256 + static_cast<std::int64_t>(panels.dst.segment.size());
  geometry.list_bytes =
      list_room(static_cast<std::int64_t>(columns_of(panels).size()), strips + pieces);
  place_buffers(geometry, panels);
  if (geometry.shared_bytes() > room) return std::nullopt;
  return panels;
}

int unit_of_panels(DevicePanels const& of) {
  std::int64_t all = 16;
  for (PanelLayout const* panel : {&of.src, &of.dst})
    for (PanelSegment const& segment : panel->segment) all |= segment.begin | segment.bytes;
  return static_cast<int>(lowest_bit(all));
}

PanelGeometry panel_geometry(DevicePanels const& of, std::int64_t panels, std::int64_t parts,
                             std::int64_t piece_bytes, TableBytes& table) {
  std::vector<WordColumn> const columns = columns_of(of);
  std::vector<Strip> const loads = strips_of(of.src);
  std::vector<Strip> const stores =
      piece_bytes > 0 ? pieces_of(of.dst, piece_bytes) : strips_of(of.dst);
  PanelGeometry geometry{};
  geometry.by_parts = magic_of(parts);
  geometry.by_blocks =
      magic_of(detail::ceil_div(of.height, std::int64_t{PanelGeometry::records_of_block}));
  geometry.height = as_int(of.height);
  geometry.panels = as_int(panels);
  geometry.columns = as_int(static_cast<std::int64_t>(columns.size()));
  geometry.loads = as_int(static_cast<std::int64_t>(loads.size()));
  geometry.stores = as_int(static_cast<std::int64_t>(stores.size()));
  geometry.lists = table.add(columns);
  geometry.loads_at = as_int(table.add(loads) - geometry.lists);
  geometry.stores_at = as_int(table.add(stores) - geometry.lists);
  geometry.list_bytes = as_int(static_cast<std::int64_t>(table.size()) - geometry.lists);
  geometry.has_holes = has_holes(of.dst);
  place_buffers(geometry, of);
  return geometry;
}

FarColumns add_far_columns(FarSide const& src, FarSide const& dst,
                           std::vector<std::int32_t> const& leaf_bytes, TableBytes& table) {
  std::vector<FarWordColumn> columns;
  for (std::size_t k = 0; k < leaf_bytes.size(); ++k) {
    std::int64_t const bytes = leaf_bytes[k];
    auto const from = far_places(src, k, bytes, 0);
    auto const to = far_places(dst, k, bytes, 0);
    std::int64_t const word =
        word_of(bytes | from.begin | from.tile_step | to.begin | to.tile_step);
    for (std::int64_t byte = 0; byte < bytes; byte += word)
      columns.push_back(
          {far_places(src, k, bytes, byte), far_places(dst, k, bytes, byte), as_int(word), {}});
  }
  return {table.add(columns), as_int(static_cast<std::int64_t>(columns.size()))};
}

}  // namespace isomer::records
