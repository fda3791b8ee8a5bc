// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/panel/device_skinny.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "cost/gpu_time.hpp"
#include "cost/real.hpp"
#include "in_place/device_elements.hpp"
#include "in_place/work.hpp"
#include "index/ceil_div.hpp"

namespace isomer::in_place {

using detail::ceil_div;
using detail::real;

namespace {

/// Of a panel: four blocks then share a multiprocessor.
constexpr std::int64_t panel_bytes = 46 << 10;
constexpr std::int64_t least_chunk_bytes = 256;
/// Warps that a multiprocessor holds, and tasks for each so that all end at about the same time.
constexpr std::int64_t warps_of_unit = 64;
constexpr std::int64_t tasks_of_warp = 4;

/// Units that a warp moves of a chunk.
constexpr std::int64_t slice_units = ChunkSlice<8>::words * team::warp_lanes;
std::int64_t slice_bytes(std::int64_t element_bytes) {
  return slice_units * unit_of(element_bytes);
}

/// The least prime from `least` on that does not divide `number`.
std::int64_t prime_from(std::int64_t least, std::int64_t number) {
  auto const is_prime = [](std::int64_t n) {
    for (std::int64_t d = 2; d * d <= n; ++d)
      if (n % d == 0) return false;
    return true;
  };
  std::int64_t prime = std::max<std::int64_t>(2, least);
  while (!is_prime(prime) || number % prime == 0) ++prime;
  return prime;
}

struct Sides {
  std::int64_t fields;
  std::int64_t records;
};
Sides sides_of(Step const& step) {
  return {std::min(step.rows, step.cols), std::max(step.rows, step.cols)};
}

/// Records of a panel: as many as fit, in multiples of a warp's lanes where that leaves several.
/// Less than two panels are none.
std::int64_t height_for(Step const& step, detail::Machine const& machine) {
  auto const [fields, records] = sides_of(step);
  std::int64_t const room =
      std::min(panel_bytes, detail::max_scratch_bytes(machine, panel_threads));
  std::int64_t const widest =
      room /
      (std::int64_t{PanelsKernel<8, SkinnyWay::to_columns>::pitch_of(static_cast<int>(fields))} *
       step.chunk_bytes);
  std::int64_t height = std::min(widest, records / 2);
  if (height >= team::warp_lanes) height -= height % team::warp_lanes;
  bool const is_long = height * step.chunk_bytes >= least_chunk_bytes || height == records / 2;
  return is_long ? height : 0;
}

bool may_do(Step const& step) {
  if (!step.is_matrix() || step.chunk_bytes > max_element_bytes || step.rows < 2 || step.cols < 2)
    return false;
  auto const [fields, records] = sides_of(step);
  return fields <= 1 << 12 && records >= 4 && records <= max_number &&
         step.batch <= max_number / records / fields;
}

}  // namespace

DeviceSkinny::DeviceSkinny(Step const& step, std::int64_t height)
    : way_(step.rows > step.cols ? SkinnyWay::to_columns : SkinnyWay::to_records), cycles_{} {
  auto const [fields, records] = sides_of(step);
  std::int64_t const panels = records / height;
  SkinnyGeometry& skinny = cycles_.skinny;
  skinny.by_fields = magic_of(fields);
  skinny.by_height = magic_of(height);
  skinny.by_panels = magic_of(panels);
  skinny.by_slots = magic_of(panels * fields);
  skinny.records = records;
  skinny.rest = static_cast<std::int32_t>(records % height);
  skinny.by_rest = magic_of(std::max(skinny.rest, 1));
  skinny.element_bytes = static_cast<std::int32_t>(step.chunk_bytes);
  skinny.items = static_cast<std::int32_t>(step.batch);
  cycles_.by_slices = magic_of(ceil_div(skinny.chunk_bytes(), slice_bytes(step.chunk_bytes)));
}

std::int64_t DeviceSkinny::strip_bytes() const {
  return whole_lines(std::int64_t{geometry().items} * geometry().strip_elements() *
                     geometry().element_bytes);
}

std::int64_t DeviceSkinny::flag_bytes() const {
  return whole_lines((1 + std::int64_t{geometry().items} * geometry().panels()) *
                     std::int64_t{sizeof(std::uint32_t)});
}

tile::warp::Magic DeviceSkinny::by_strip_blocks() const {
  constexpr int threads = StripKernel<1, SkinnyWay::to_columns, StripStep::save>::threads;
  return magic_of(std::max((geometry().strip_elements() + threads - 1) / threads, 1));
}

std::size_t DeviceSkinny::workspace() const {
  return static_cast<std::size_t>(strip_bytes() + flag_bytes() + saved_bytes());
}

bool DeviceSkinny::fits(std::int64_t prime, std::int64_t workspace) {
  std::int64_t const slots = geometry().slots();
  cycles_.by_prime = magic_of(prime);
  cycles_.by_starts = magic_of(ceil_div(slots, prime));
  // As many warps as units of a byte call for.
  std::int64_t const most_warps =
      cycles_.starts() * ceil_div(geometry().chunk_bytes(), slice_units);
  std::int64_t const warps = cycles_.starts() * cycles_.by_slices.divisor;
  cycles_.warps = static_cast<std::int32_t>(std::min(warps, max_number));
  return most_warps < max_number && static_cast<std::int64_t>(this->workspace()) <= workspace;
}

DeviceSkinny DeviceSkinny::in_units_of(int bytes) const {
  DeviceSkinny plan = *this;
  std::int64_t const slice = slice_units * bytes;
  plan.cycles_.skinny.units = geometry().element_bytes / bytes;
  plan.cycles_.by_slices = magic_of(ceil_div(geometry().chunk_bytes(), slice));
  plan.cycles_.warps = static_cast<std::int32_t>(cycles_.starts() * plan.cycles_.by_slices.divisor);
  return plan;
}

std::optional<DeviceSkinny> DeviceSkinny::fit(Step const& step, Limits const& limits) {
  if (!may_do(step)) return std::nullopt;
  std::int64_t const height = height_for(step, limits.machine);
  if (height == 0) return std::nullopt;
  DeviceSkinny plan(step, height);
  std::int64_t const slots = plan.geometry().slots();
  std::int64_t const wanted_warps = tasks_of_warp * warps_of_unit * limits.machine.units;
  std::int64_t const slices = plan.cycles_.by_slices.divisor;
  std::int64_t prime = prime_from(step.batch * slots * slices / wanted_warps, slots - 1);
  auto const workspace = static_cast<std::int64_t>(limits.workspace);
  while (!plan.fits(prime, workspace)) {
    if (prime >= slots) return std::nullopt;
    prime = prime_from(prime + prime / 4 + 1, slots - 1);
  }
  return plan;
}

std::optional<std::size_t> DeviceSkinny::least_workspace(Step const& step, Limits const& limits) {
  if (!may_do(step)) return std::nullopt;
  std::int64_t const height = height_for(step, limits.machine);
  if (height == 0) return std::nullopt;
  DeviceSkinny plan(step, height);
  std::int64_t const slots = plan.geometry().slots();
  plan.fits(prime_from(slots, slots - 1), std::numeric_limits<std::int64_t>::max());
  return plan.workspace();
}

Estimate DeviceSkinny::estimate(Step const& step, Limits const& limits) const {
  detail::Machine const& gpu = limits.machine;
  constexpr double partial_sector = 24;
  SkinnyGeometry const& skinny = geometry();
  double const bytes = real(step.bytes());
  // Both sides of a chunk begin anywhere.
  double const partial_lines =
      bytes / real(skinny.chunk_bytes()) * partial_sector / real(gpu.line_bytes);

  detail::Pass panels{detail::Kernel::panel_rows, detail::Residency::memory, real(gpu.units), {}};
  panels.work.bytes = bytes;
  panels.work.launches = 2;
  panels.work.lines_partial = partial_lines;
  int const shared = PanelsKernel<8, SkinnyWay::to_columns>::shared_bytes(skinny);
  std::int64_t const blocks = std::int64_t{skinny.items} * skinny.panels();
  std::int64_t const resident =
      std::min<std::int64_t>(resident_blocks(gpu, panel_threads, panel_registers, shared),
                             ceil_div(blocks, std::int64_t{gpu.units}));
  panels.in_flight = resident * skinny.panel_elements() * skinny.element_bytes;

  detail::Pass chunks{detail::Kernel::pieces, detail::Residency::memory, real(gpu.units), {}};
  chunks.work.bytes = bytes + 2 * real(saved_bytes());
  chunks.work.launches = way_ == SkinnyWay::to_columns || skinny.rest == 0 ? 2 : 3;
  chunks.work.lines_partial = 2 * partial_lines;
  auto const in_flight =
      static_cast<int>(chunk_threads * SegmentsKernel<8, SkinnyWay::to_columns>::ahead *
                       ChunkSlice<8>::words * unit_of(skinny.element_bytes));
  std::int64_t const blocks_of_unit =
      std::min<std::int64_t>(resident_blocks(gpu, chunk_threads, chunk_registers, in_flight),
                             ceil_div(cycles_.blocks(), gpu.units));
  // What lanes beyond a chunk's end would have moved is not under way.
  double const of_slice = real(skinny.chunk_bytes()) /
                          real(cycles_.by_slices.divisor * slice_bytes(skinny.element_bytes));
  chunks.in_flight = static_cast<std::int64_t>(real(blocks_of_unit * in_flight) * of_slice);

  Estimate estimate;
  estimate.work = {panels, chunks};
  estimate.passes = 2;
  estimate.bytes_read = estimate.bytes_written = 2 * step.bytes();
  estimate.workspace = workspace();
  return priced(std::move(estimate), limits);
}

std::string DeviceSkinny::describe() const {
  return std::to_string(geometry().fields()) + " fields of " + std::to_string(geometry().records) +
         " records, panels of " + std::to_string(geometry().height()) + ", one chunk in " +
         std::to_string(cycles_.by_prime.divisor) + " saved";
}

}  // namespace isomer::in_place
