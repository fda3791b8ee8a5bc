// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/panel/chunk_cycles.hpp"

#include <algorithm>
#include <numeric>

#include "cost/gpu_time.hpp"
#include "cost/real.hpp"
#include "in_place/device_elements.hpp"
#include "in_place/warp_instructions.hpp"
#include "in_place/work.hpp"
#include "index/rounding.hpp"

namespace isomer::in_place {

using detail::ceil_div;
using detail::real;

namespace {

/// Warps that a multiprocessor holds, and tasks for each so that all end at about the same time.
constexpr std::int64_t warps_of_unit = 64;
constexpr std::int64_t tasks_of_warp = 4;
/// What is saved is read and written once more: a fiftieth, or as much as fits a second-level
/// cache.
constexpr std::int64_t most_saved_part = 50;
constexpr std::int64_t most_saved_bytes = 16 << 20;

/// Cuts chunks into as few slices as there can be, of about the same size.
void cut_chunks(ChunkCycles& cycles, std::int64_t unit_bytes) {
  std::int64_t const of_warp = team::warp_lanes * unit_bytes;
  std::int64_t const requests = ceil_div(std::int64_t{cycles.skinny.chunk_bytes()}, of_warp);
  std::int64_t const of_slice = ceil_div(requests, ceil_div(requests, std::int64_t{slice_units}));
  cycles.by_slices = magic_of(ceil_div(requests, of_slice));
  cycles.slice_bytes = static_cast<std::int32_t>(of_slice * of_warp);
  cycles.ahead = static_cast<std::int32_t>(units_under_way / of_slice);
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
  return cycles.starts() * ceil_div(cycles.skinny.chunk_bytes(), team::warp_lanes) < max_number;
}

}  // namespace

ChunkCycles chunk_cycles(SkinnyGeometry const& geometry) {
  ChunkCycles cycles{};
  cycles.skinny = geometry;
  cut_chunks(cycles, unit_of(geometry.element_bytes));
  return cycles;
}

bool choose_starts(ChunkCycles& cycles, detail::Machine const& gpu,
                   std::function<bool(ChunkCycles const&)> const& has_room) {
  std::int64_t const slots = cycles.skinny.slots();
  std::int64_t const tasks = cycles.skinny.items * slots * cycles.by_slices.divisor;
  std::int64_t const bytes = cycles.skinny.items * slots * cycles.skinny.chunk_bytes();
  std::int64_t const worth_saving = std::max(bytes / most_saved_part, most_saved_bytes);
  std::int64_t gap = gap_from(
      std::max(tasks / (tasks_of_warp * warps_of_unit * gpu.units), ceil_div(bytes, worth_saving)),
      slots - 1);
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
  cut_chunks(same, bytes);
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
  pass.work.instructions =
      loop_instructions(real(chunks * cycles.by_slices.divisor) * cycles.slice_bytes,
                        real(unit_of(skinny.element_bytes)), chunk_unit_instructions) +
      real(chunks * cycles.by_slices.divisor) * chunk_instructions +
      real(cycles.warps) * team::instructions_of_warp;
  auto const shared =
      static_cast<int>(chunk_threads * units_under_way * unit_of(skinny.element_bytes));
  std::int64_t const blocks =
      blocks_of_unit(gpu, chunk_threads, chunk_registers, shared, cycles.blocks());
  double const of_warp =
      real(skinny.chunk_bytes()) / real(std::int64_t{cycles.by_slices.divisor}) * cycles.ahead;
  constexpr std::int64_t warps_of_block = chunk_threads / team::warp_lanes;
  pass.in_flight = static_cast<std::int64_t>(real(blocks * warps_of_block) * of_warp);
  return pass;
}

}  // namespace isomer::in_place
