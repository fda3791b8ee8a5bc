// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/panel/chunk_cycles.hpp"

#include <algorithm>
#include <numeric>

#include "cost/gpu_time.hpp"
#include "cost/real.hpp"
#include "in_place/device_elements.hpp"
#include "in_place/work.hpp"
#include "index/ceil_div.hpp"

namespace isomer::in_place {

using detail::ceil_div;
using detail::real;

namespace {

/// Warps that a multiprocessor holds, and tasks for each so that all end at about the same time.
constexpr std::int64_t warps_of_unit = 64;
constexpr std::int64_t tasks_of_warp = 4;

/// Units that a warp moves of a chunk.
constexpr std::int64_t slice_units = ChunkSlice<8>::words * team::warp_lanes;
std::int64_t slice_bytes(std::int64_t element_bytes) {
  return slice_units * unit_of(element_bytes);
}

/// The least gap from `least` on that has no factor in common with `number`.
std::int64_t gap_from(std::int64_t least, std::int64_t number) {
  std::int64_t gap = std::max<std::int64_t>(2, least);
  while (std::gcd(gap, number) > 1) ++gap;
  return gap;
}

/// Every so manieth slot is a start.
void start_every(ChunkCycles& cycles, std::int64_t gap) {
  cycles.by_gap = magic_of(gap);
  cycles.by_starts = magic_of(ceil_div(cycles.skinny.slots(), gap));
  cycles.warps = static_cast<std::int32_t>(
      std::min<std::int64_t>(cycles.starts() * cycles.by_slices.divisor, max_number));
}

/// Whether there are no more warps than can be counted, even in units of a byte.
bool are_countable(ChunkCycles const& cycles) {
  return cycles.starts() * ceil_div(cycles.skinny.chunk_bytes(), slice_units) < max_number;
}

}  // namespace

ChunkCycles chunk_cycles(SkinnyGeometry const& geometry) {
  ChunkCycles cycles{};
  cycles.skinny = geometry;
  cycles.by_slices =
      magic_of(ceil_div(geometry.chunk_bytes(), slice_bytes(geometry.element_bytes)));
  return cycles;
}

bool choose_starts(ChunkCycles& cycles, detail::Machine const& gpu,
                   std::function<bool(ChunkCycles const&)> const& has_room) {
  std::int64_t const slots = cycles.skinny.slots();
  std::int64_t const tasks = cycles.skinny.items * slots * cycles.by_slices.divisor;
  std::int64_t gap = gap_from(tasks / (tasks_of_warp * warps_of_unit * gpu.units), slots - 1);
  start_every(cycles, gap);
  while (!are_countable(cycles) || !has_room(cycles)) {
    if (gap >= slots) return false;
    gap = gap_from(gap + gap / 4 + 1, slots - 1);
    start_every(cycles, gap);
  }
  return true;
}

void choose_one_start(ChunkCycles& cycles) {
  std::int64_t const slots = cycles.skinny.slots();
  start_every(cycles, gap_from(slots, slots - 1));
}

std::int64_t saved_bytes(ChunkCycles const& cycles) {
  return cycles.starts() * cycles.skinny.chunk_bytes();
}

ChunkCycles in_units_of(int bytes, ChunkCycles const& cycles) {
  ChunkCycles same = cycles;
  same.skinny.units = cycles.skinny.element_bytes / bytes;
  same.by_slices = magic_of(ceil_div(cycles.skinny.chunk_bytes(), slice_units * bytes));
  same.warps = static_cast<std::int32_t>(same.starts() * same.by_slices.divisor);
  return same;
}

/// Both sides of a chunk begin anywhere; what lanes beyond its end would move is not under way.
detail::Pass pass_of(ChunkCycles const& cycles, detail::Machine const& gpu) {
  SkinnyGeometry const& skinny = cycles.skinny;
  std::int64_t const chunks = std::int64_t{skinny.items} * skinny.slots();
  detail::Pass pass{detail::Kernel::pieces, detail::Residency::memory, real(gpu.units), {}};
  pass.work.bytes = real(chunks) * skinny.chunk_bytes() + 2 * real(saved_bytes(cycles));
  pass.work.launches = 2;
  pass.work.lines_partial = partial_lines(gpu, 2 * real(chunks));
  auto const of_block =
      static_cast<int>(chunk_threads * SegmentsKernel<8, SkinnyWay::to_columns>::ahead *
                       ChunkSlice<8>::words * unit_of(skinny.element_bytes));
  std::int64_t const blocks =
      blocks_of_unit(gpu, chunk_threads, chunk_registers, of_block, cycles.blocks());
  double const of_slice = real(skinny.chunk_bytes()) /
                          real(cycles.by_slices.divisor * slice_bytes(skinny.element_bytes));
  pass.in_flight = static_cast<std::int64_t>(real(blocks * of_block) * of_slice);
  return pass;
}

}  // namespace isomer::in_place
